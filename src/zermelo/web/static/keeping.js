// @ts-check
/* The buttons that save or copy the game as a text or a link, and that load a file, which may be dropped on the page, too. */

import { by, saveFile } from "./dom.js";
import { request } from "./transport.js";

/** `shown()` returns the session; `study` is the study's panel, and an open study is saved as a whole;
    `begin(fields)` opens a loaded game. */
export function offerKeeping({ shown, study, begin, complain, notice }) {
  const exported = async () => (await request(`sessions/${shown().key}/exported`)).text();
  async function save() {
    if (study.active) return saveFile("zermelo-study.json", `${JSON.stringify(study.study, null, 1)}\n`);
    const name = shown().game === "chess" ? "game.pgn" : "zermelo-game.txt"; // as zermelo.play.movetext exports it
    saveFile(name, await exported());
  }

  for (const button of ["save", "ended-save"]) by(button).addEventListener("click", save);
  by("copy").addEventListener("click", async () => copyText(await exported(), notice, "The moves are copied.", "The browser does not copy; save the game instead."));
  by("load").addEventListener("click", () => by("file").click());
  async function load(file) {
    try {
      const text = await file.text(), own = ourStudy(text);
      if (own) await study.read(own);
      else if (/^\[Game "/m.test(text) && text.split("[Game ").length === 2) await begin({ text });
      else {
        const { skipped } = await study.readGames(file.name, await file.arrayBuffer(), shown()?.game);
        if (skipped.length) notice(`Skipped: ${skipped.slice(0, 3).join("; ")}${skipped.length > 3 ? ` and ${skipped.length - 3} more` : ""}.`);
      }
    } catch (error) {
      complain(error.message);
    }
  }

  by("file").addEventListener("change", ({ target }) => {
    load(target.files[0]);
    target.value = ""; // so that the same file, once changed, can be opened again
  });
  addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    load(event.dataTransfer.files[0]);
  });
  by("share").addEventListener("click", () => copyLink(notice));
}

/** The study in a text; null if the text is no study. */
function ourStudy(text) {
  try {
    const content = JSON.parse(text);
    return content?.format === "zermelo study" ? content : null;
  } catch {
    return null;
  }
}

/** Copy the page's address, which contains the game. */
export const copyLink = (notice) =>
  copyText(location.href, notice, "The link to this game is copied.", "The link to this game is in the address bar.");

/** Copy a text, and say whether that was possible. */
const copyText = (text, notice, done, failed) =>
  navigator.clipboard.writeText(text).then(() => notice(done)).catch(() => notice(failed));
