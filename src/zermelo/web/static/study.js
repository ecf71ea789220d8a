// @ts-check
/* A study: chapters, each a position with variations, comments and arrows; see zermelo.board.study.

   Its address is enough to open it: #y=NAME&k=2 is the second chapter of a study on the server, and #y=~…
   contains a study that was made or changed on the page. The session shown is the current chapter. */

import { by } from "./dom.js";
import { make, press } from "./elements.js";
import { isMain } from "./moves.js";
import { base64, pack, unpack } from "./link.js";
import { renew } from "./renew.js";
import { ask } from "./server.js";

/** The title of a chapter with an imported game, as zermelo.matches.gamefiles writes it. */
const CREDITS = /^(.+) – (.+), (1–0|½–½|0–1|unfinished)$/;
const WINNERS = { "1–0": 0, "½–½": null, "0–1": 1 };
const EMPTY = { format: "zermelo study", version: 1 };

/** Whether an address is that of a study.
    @param {string} fragment */
export const namesStudy = (fragment) => new URLSearchParams(fragment.slice(1)).has("y");

export class StudyPanel {
  /** `open(fields)` begins a session, `enter(opened)` shows it, `draw(on)` switches drawing on, and `changed()` is
      called when the study has changed. */
  constructor({ open, enter, draw, changed }) {
    this.open = open;
    this.enter = enter;
    this.changed = changed;
    /** @type {Study} */
    this.study = null; // the open study
    this.name = null; // the name of a study on the server; null once it is changed
    this.at = 0; // the chapter shown
    this.key = null; // the session of the chapter
    this.credits = []; // the players and the result of an imported game
    this.latest = 0; // the number of the latest request for an address
    by("chapters").onclick = ({ target }) => target.value && this.turnTo(Number(target.value));
    by("study-title").onchange = ({ target }) => this.edit(() => (this.study.title = target.value));
    by("chapter-title").onchange = ({ target }) => this.edit(() => (this.chapter.title = target.value));
    by("add-chapter").onclick = async () => enter(this.add(await open({ ...this.fields(this.at), moves: [] }), ""));
    by("drop-chapter").onclick = () => this.drop();
    by("study-edit").ontoggle = changed;
    by("close-study").onclick = () => (this.close(), changed());
    this.draw = (on) => {
      by("draw").ariaPressed = String(on);
      draw(on);
    };
    by("draw").onclick = () => this.draw(by("draw").ariaPressed !== "true");
  }

  get active() {
    return this.study !== null;
  }

  get chapter() {
    return this.study.chapters[this.at];
  }

  /** Open the study of an address, at its chapter. */
  async follow(fragment) {
    const link = new URLSearchParams(fragment.slice(1)), name = link.get("y"), at = Number(link.get("k")) - 1;
    if (name.startsWith("~")) await this.read(await unpack(name.slice(1)), at);
    else await this.take(await ask(`studies/${encodeURIComponent(name)}`), name, at);
  }

  /** Open the games of a file as a study; returns the server's answer, which names skipped games.
      @param {ArrayBuffer} bytes */
  async readGames(file, bytes, game) {
    const fields = { file, content: base64(new Uint8Array(bytes)), ...(game && { game }) };
    const read = await ask("studies", { method: "POST", fields });
    await this.take(read.study, null, 0);
    return read;
  }

  /** Open a study from JSON. */
  async read(content, at = 0) {
    await this.take(await ask("studies", { method: "POST", fields: { study: content } }), null, at);
  }

  async take(study, name, at) {
    const before = [this.study, this.name];
    [this.study, this.name] = [study, name];
    by("study-edit").open = false;
    await this.turnTo(Math.min(Math.max(at || 0, 0), study.chapters.length - 1)).catch((error) => {
      [this.study, this.name] = before;
      throw error;
    });
  }

  /** Make a study of the current game.
      @param {RoomView} state @param {string} title */
  make(state, title) {
    this.study = { ...EMPTY, title: "A study", chapters: [chapterOf(state, title)] };
    [this.name, this.at, this.key] = [null, 0, state.key];
    by("study-edit").open = true;
    this.changed();
  }

  /** The request for a chapter's session: a game between two people, shown at its start. */
  fields(at) {
    const { game, by, start, moves } = this.study.chapters[at];
    const begun = { game, by, players: ["human", "human"], moves: [moves], at: 0 };
    return start === null ? begun : { ...begun, start };
  }

  async turnTo(at) {
    const opened = await this.open(this.fields(at));
    [this.at, this.key] = [at, opened.key];
    this.enter(opened);
  }

  /** Add an opened session as the next chapter. */
  add(opened, title) {
    const chapter = chapterOf(opened, title || `Chapter ${this.study.chapters.length + 1}`);
    this.study.chapters.splice(this.at + 1, 0, chapter);
    [this.name, this.at, this.key] = [null, this.at + 1, opened.key];
    return opened;
  }

  drop() {
    this.edit(() => this.study.chapters.splice(this.at, 1));
    return this.turnTo(Math.max(0, this.at - 1));
  }

  edit(change) {
    change();
    this.name = null;
    this.changed();
  }

  close() {
    this.study = this.key = null;
    this.draw(false);
  }

  /** Put the players' names into a state of an imported game.
      @param {RoomView} state */
  credit(state) {
    const names = (this.credits = (state.key === this.key && CREDITS.exec(this.chapter.title)?.slice(1)) || []);
    this.named = (/** @type {string | null} */ words) => words && words.replace(/player ([12])/gi, (player, number) => names[number - 1]?.replace(/^\?$/, player) ?? player);
    state.names = state.names.map(this.named);
    state.outcome = this.named(state.outcome);
    for (const row of state.tree) row.why = this.named(row.why);
    if (state.advice) state.advice.words = this.named(state.advice.words);
  }

  /** The state; after the last move of an imported game, or `always`, it has the file's result if the rules know none.
      @param {RoomView} state */
  finish(state, always = false) {
    const winner = WINNERS[this.credits[2]], { ply, over, future, tree, node, names } = state;
    const goesOn = !always && (!ply || future.length);
    if (winner === undefined || over || goesOn || !isMain(tree, node)) return state;
    return { ...state, over: true, winner, outcome: winner === null ? "draw" : `${names[winner]} wins` };
  }

  /** Update the chapter from its session, and show the list of chapters.
      @param {RoomView} state */
  show(state) {
    if (this.active && state.key === this.key) {
      const now = chapterOf(state, this.chapter.title);
      if (JSON.stringify(now) !== JSON.stringify(this.chapter)) this.name = null;
      this.study.chapters[this.at] = now;
    }
    by("study").hidden = !this.active;
    by("study").classList.toggle("imported", this.credits.length > 0);
    by("study-begin").hidden = this.active || Boolean(state.pair);
    if (!this.active) return;
    by("study-name").textContent = this.study.title || "A study";
    const entries = this.study.chapters.map(({ title }, at) => press("plain", title || `Chapter ${at + 1}`, at, null));
    entries[this.at].setAttribute("aria-current", "step");
    renew(by("chapters"), entries.map((entry) => make("li", "", entry)));
    if (document.activeElement !== by("study-title")) by("study-title").value = this.study.title;
    if (document.activeElement !== by("chapter-title")) by("chapter-title").value = this.chapter.title;
    by("drop-chapter").disabled = this.study.chapters.length < 2;
  }

  /** The address of this chapter, or null if another one was requested meanwhile. */
  async address() {
    const mine = (this.latest += 1);
    const name = this.name ?? `~${await pack(this.study)}`;
    return this.latest === mine && this.active ? `#y=${name}&k=${this.at + 1}` : null;
  }
}

/** A session as a chapter.
    @param {RoomView} state @param {string} title @returns {Chapter} */
const chapterOf = ({ game, by, start, movetext }, title) => ({ title, game, by, start, moves: movetext });
