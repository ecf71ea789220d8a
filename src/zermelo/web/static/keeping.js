// @ts-check
/* The buttons that save the game as a text or a link, and that load a file, which may be dropped on the page, too. */

import { by, saveFile } from "./dom.js";
import { download } from "./transport.js";

/** `shown()` returns the session; `study` is the study's panel, and an open study is saved as a whole;
    `begin(fields)` opens a loaded game. */
export function offerKeeping({ shown, study, begin, complain, notice }) {
  by("save").addEventListener("click", () => (study.active ? saveFile(study.file()) : download(`sessions/${shown().key}/exported`)));
  by("load").addEventListener("click", () => by("file").click());
  async function load(file) {
    try {
      const text = await file.text(), own = ourStudy(text);
      if (own) await study.read(own);
      else if (/^\s*\[Game "/.test(text)) await begin({ text });
      else {
        const { skipped } = await study.readGames(file.name, await file.arrayBuffer(), shown()?.game);
        if (skipped.length) notice(`Skipped: ${skipped.slice(0, 3).join("; ")}${skipped.length > 3 ? ` and ${skipped.length - 3} more` : ""}.`);
      }
    } catch (error) {
      complain(error.message);
    }
  }

  by("file").addEventListener("change", async ({ target }) => {
    await load(target.files[0]);
    target.value = "";
  });
  addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    load(event.dataTransfer.files[0]);
  });
  by("share").addEventListener("click", () => copyLink(notice));
}

/** The study in a text, if it is one. */
function ourStudy(text) {
  try {
    const content = JSON.parse(text);
    return content?.format === "zermelo study" ? content : null;
  } catch {
    return null;
  }
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
