// @ts-check
/* The buttons that save the game as a file, a text or a link, and that load a file. */

import { by } from "./dom.js";
import { download, keepFile } from "./transport.js";

/** `shown()` returns the session; `study` is the study's panel, and an open study is saved as a whole;
    `begin(fields)` opens a loaded game. */
export function offerKeeping({ shown, study, begin, complain, notice }) {
  by("export").addEventListener("click", () => download(`sessions/${shown().key}/exported`));
  by("save").addEventListener("click", () => (study.active ? keepFile(study.file()) : download(`sessions/${shown().key}/saved`)));
  by("load").addEventListener("click", () => by("file").click());
  by("file").addEventListener("change", async ({ target }) => {
    try {
      const text = await target.files[0].text();
      const saved = text.trimStart().startsWith("[") ? null : JSON.parse(text);
      if (saved?.format === "zermelo study") await study.read(saved);
      else await begin(saved ? { saved } : { text });
    } catch (error) {
      complain(error instanceof SyntaxError ? "This file is no saved game and no study." : error.message);
    }
    target.value = "";
  });
  by("share").addEventListener("click", () => copyLink(notice));
}

/** Copy the page's address, which contains the game. */
export async function copyLink(notice) {
  try {
    await navigator.clipboard.writeText(location.href);
    notice("The link to this game is copied.");
  } catch {
    notice("The link to this game is in the address bar.");
  }
}
