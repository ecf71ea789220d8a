// @ts-check
/* The page of a session on the server, where people play. */

import { createBoard } from "./board.js";
import { Explorer } from "./explorer.js";
import { Comforts } from "./comforts.js";
import { by, complain, isSure, leaveValues, listenToTabs, notice, offerSteps, openTab, openedTab, relabel, setText, stepByKeys } from "./dom.js";
import { Engine } from "./engine.js";
import { drawBar, drawGraph } from "./graph.js";
import { Lessons, lessons } from "./learn.js";
import { copyLink, offerKeeping } from "./keeping.js";
import { fieldsFrom, readLink, speak, writeLink } from "./link.js";
import { drawMoves, isMain, lineThrough, placeWords } from "./moves.js";
import { entryOf, learnOf, listGames, NewGame, openUsual } from "./newgame.js";
import { drawReview, drawVerdict, Ended, firstMistake, known } from "./verdicts.js";
import { Replay } from "./replay.js";
import { act, ask, keepSeat, listen, open } from "./server.js";
import { HANDS, Seats, resigning } from "./seats.js";
import { SetUp } from "./setup.js";
import { StudyPanel, namesStudy } from "./study.js";
import { Together, awaits, linkOf, mayMove, mine } from "./together.js";
import { gameAt, pageAt } from "./transport.js";

const board = createBoard(by("board"), { onMove, onClick: () => showControls(session), onRefuse: (words) => learning.refuse(words), onArrow, dress: (view) => comforts.dress(view), hands: HANDS });
const seats = new Seats((player, chosen) => attempt("players", { players: session.players.with(player, chosen) }));
const comforts = new Comforts(() => drawBoard());
const replay = new Replay({ session: () => session, update: () => drawBoard() });
const engine = new Engine({ act: attempt, onLine: addVariation, onPreview: replay.preview, onThreat: (board) => replay.hold(board && { board }) });
const explorer = new Explorer({ play: onMove, preview: replay.preview });
const ended = new Ended({
  look: reviewAt,
  review: () => reviewAt(firstMistake(session) ?? session.node).then(() => (awaiting = wanted === null ? session.node : null)),
  rematch: () => beginAnother({ ...fieldsFrom(session), players: [...session.players].reverse(), moves: [], at: null, resigned: null }),
  begin: () => by("new").click(),
  share: () => copyLink(notice),
});
const turn = (below) => board.flipped !== (board.flippable() && below === 1) && seats.turn(board.flip());
const learning = new Lessons({
  show: (node) => (replay.stop(), lookAt(node)),
  play: (node, move) => Promise.all([replay.view(node, [move]), lookAt(node)]).then(([shown]) => learning.active && !learning.asking && replay.hold(shown), complain),
  turn,
  end: (message, node) => (replay.stop(), node === null ? leavePast() : lookBack(node), message && notice(message)),
});
const together = new Together({
  act: attempt,
  copy: () => copyLink(notice),
  turn,
  analyse: async () => (await beginAnother(fieldsFrom(session)), attempt("values", { on: true })),
});
const study = new StudyPanel({ open, enter, draw: (on) => board.drawing(on), changed: () => session && showAround(session) });
/** @type {Games} */
let catalogue = null; // the databases, and the games that the page knows
let dialog = null; // for a new game, once it was opened
/** @type {RoomView} */
let session = null; // the latest state of the session
/** @type {PastView} */
let past = null; // the view of another position, if one is shown
let wanted = null, awaiting = null; // the node of `past`, once requested; the node to leave for the first mistake, once that is found
let stopListening = () => {}, recovery = null, switching = false; // a promise while a lost session is restored; whether values are being switched

const SILENT = "The server does not answer; trying again …";

// The session ---------------------------------------------------------------------------------

/** Begin another game; the button Back leads to the current one. */
async function beginAnother(fields) {
  const opened = await open(fields);
  if (fields.together) study.close();
  if (study.active) study.add(opened, opened.title);
  else history.pushState(null, "");
  enter(opened);
}

/** Show an opened session, and listen to its events.
    @param {RoomView & { seat_key?: string }} opened */
function enter(opened) {
  stopListening();
  while (board.undoClick());
  if (opened.seat_key) keepSeat(opened.key, opened.seat_key);
  session = past = wanted = awaiting = null;
  replay.stop();
  sessionStorage.setItem("zermelo", opened.key);
  if (openedTab() === "tools") openTab("moves");
  show(opened);
  const handlers = {
    state: show,
    // Answers to actions and events come separately: an earlier event may arrive after an answer.
    thinking: (snapshot) => snapshot.revision >= session.revision && engine.thinking(snapshot),
    idle: ({ revision }) => revision >= session.revision && engine.idle(),
    presence: (pair) => session.pair && together.presence(pair),
    fault: ({ error }) => complain(error),
    notice: ({ text }) => notice(text),
  };
  stopListening = listen(opened.key, handlers, lost, silent);
}

/** Show whether the server is silent; the events resume by themselves. */
function silent(on) {
  if (on) complain(SILENT);
  else if (by("error").textContent === SILENT) complain("");
}

/** Restore the session after the server has lost it or was restarted.
    Events and actions may call this at once; all callers wait for one recovery. */
const lost = () => (recovery ??= recover().finally(() => (recovery = null)));

/** Try until it succeeds, another session is opened, or the server refuses for good. */
async function recover() {
  const { key, pair, values, paused, resting } = session;
  stopListening();
  while (session.key === key) {
    try {
      let opened = await open(fieldsFrom(session));
      for (const [action, on] of Object.entries({ values, pause: paused, rest: resting })) if (on) opened = await act(opened.key, action, { on });
      if (study.key === key) study.key = opened.key;
      if (session.key === key) enter(opened);
      complain("");
      if (pair) notice("The server has lost the game for two; this is a copy of it.");
    } catch (error) {
      const passing = error.rules || error.status === 0 || error.status === 429 || error.status >= 500;
      complain(passing ? error.message : `The server has lost this game and cannot go on with it: ${error.message}`);
      if (!passing) return;
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
  }
}

/** Do an action in the session, and show the result; returns the new state, or false. */
async function attempt(action, fields) {
  complain("");
  const { key } = session;
  try {
    const state = await act(key, action, fields);
    if (state.seat_key) enter(state);
    else if (session.key === key) show(state);
    return state;
  } catch (error) {
    if (error.status === 404) {
      if (session.key === key) await lost();
      return session.key !== key && attempt(action, fields);
    }
    drawBoard();
    complain(error.message);
    return false;
  }
}

/** @param {RoomView} state */
function show(state) {
  if (session && state.key === session.key && state.revision <= session.revision) return;
  const same = session?.key === state.key, moved = !same || session.node !== state.node;
  if (moved && same && state.ply > session.ply) comforts.moved(session.player);
  study.credit(state);
  if (same && state.over && !session.over && !study.active) openTab("moves"); // this tab has the card for the end of a game
  session = state;
  state.board.active &&= mayMove(state);
  state.board.ahead = awaits(state);
  for (const each of document.querySelectorAll("[inert]")) each.removeAttribute("inert");
  showSeats(state);
  if (moved && learning.active) learning.stop();
  const stays = past !== null && !moved && state.tree.some(({ node }) => node === wanted);
  if (past !== null && !stays) leavePast();
  if (past === null) drawBoard();
  else if (state.values !== Boolean(past.values) || state.values) lookAt(wanted);
  replay.again();
  state.tones.forEach((tone, player) => document.documentElement.style.setProperty(player ? "--second" : "--first", tone && `var(--tone-${tone})`));
  document.querySelector("main").style.setProperty("--ratio", String(board.ratio));
  by("rules").href = gameAt(state.game);
  by("tree").href = pageAt("tree") + writeLink({ ...state, movetext: state.history.join(" "), at: null });
  document.title = `${state.pair && !state.over && mayMove(state) ? "● " : ""}${state.title} – Zermelo`;
  setText("warning", state.warning ?? "");
  showControls(state);
  together.show(state);
  showAround(state);
}

/** Show the players, with the facts about the game, which may have to be requested first. */
function showSeats(state) {
  const entry = entryOf(catalogue.games, state.game);
  if (!entry) learnOf(state.game, catalogue).then(() => ((seats.key = null), showSeats(session), drawBoard()), () => {});
  else by("moves").dataset.about = entry.about;
  const solved = catalogue.solved[state.by].includes(state.game);
  seats.show(state, { solved, evaluated: state.evaluated, levels: entry?.levels });
}

/** Show the address, and the panels around the board.
    @param {RoomView} state */
function showAround(state) {
  study.show(state);
  if (study.active) study.address().then((address) => address && history.replaceState(null, "", address));
  else history.replaceState(null, "", state.pair ? linkOf(state) : writeLink(state));
  if (!replay.playing) showPlace();
  ended.show(study.finish(state), past === null && !learning.active);
  showValues(state);
  showMoves(state);
  const found = awaiting === state.node && wanted === null && openedTab() === "review" && firstMistake(state);
  if (found) lookBack(found);
}

/** Draw the position shown, with its turn and value; in lessons without values of moves. */
function drawBoard() {
  const line = replay.wish?.shown, shown = { ...(past ?? session), ...line };
  if (line?.advice) line.advice.words = study.named(line.advice.words);
  board.update(learning.active ? learning.board(shown.board) : shown.board);
  seats.tellTurn(line ?? past ?? study.finish(session, true));
  drawVerdict(by("verdict"), shown, session);
  if (session.values) drawBar(by("bar"), known(shown, session), session);
}

/** @param {RoomView} state */
function statusWords(state) {
  if (state.over && !board.typed) return `Game over: ${state.outcome}.`;
  const name = state.names[state.player];
  if (!state.persons_turn && !board.typed) return state.paused ? `Paused; ${name} to move.` : `${name} is thinking …`;
  const people = state.players.every((player) => player === "human") && mine(state) !== state.player;
  const { moves, buttons, threatened } = state.board, check = threatened.length ? ", in check" : "";
  const only = !moves.length && buttons.length === 1 && `no move but ${buttons[0].label}`;
  const asked = ((board.clicked.length || board.typed) && board.asked()) || state.hint || only;
  if (asked) return `${people ? name : "Your move"}: ${asked}.`;
  return people ? `${name} to move${check}.` : `Your move, ${name}${check}.`;
}

// Around the board -----------------------------------------------------------------------

/** Say whose turn it is or what to click, and enable the buttons that can be used.
    @param {RoomView} state */
function showControls(state) {
  by("status").textContent = statusWords(state);
  by("status").classList.toggle("typing", Boolean(board.typed));
  const person = state.players.includes("human");
  by("undo").disabled = !state.undoable && board.clicked.length < 2;
  by("redo").disabled = !state.future.length;
  by("hint").disabled = state.over || !state.persons_turn;
  by("resign").disabled = state.over || !person;
  by("restart").disabled = !state.ply && !state.over;
  by("flip").hidden = !board.flippable();
  by("pause").hidden = state.persons_turn || (state.over && !state.paused) || (person && !state.paused);
  relabel(by("pause"), state.paused ? "Continue" : "Pause", state.paused ? "go-on" : "pause");
  by("set-up").disabled = state.state === null;
  by("set-up").title = state.state === null ? "The game needs format_state and parse_state for this" : "Set up";
}

/** @param {RoomView} state */
function showValues(state) {
  const shown = past ?? state;
  engine.show(state, shown);
  explorer.show(state, shown, catalogue.explored.includes(state.game));
  if (!switching) by("values").checked = state.values;
  by("bar").hidden = by("review").hidden = by("chart").hidden = !state.values;
  if (!state.values) return leaveValues();
  const line = lineThrough(state.tree, shown.node, state.end);
  drawGraph(by("graph"), { ...state, graph: line }, shown.ply, (ply) => lookBack(line[ply].node));
  const played = study.active ? lineThrough(state.tree, 0, -1) : lineThrough(state.tree, state.node, state.end);
  const mistakes = lessons(played, state.players);
  by("learn").hidden = learning.active || !mistakes.length;
  by("learn").onclick = () => learning.begin(mistakes, state.names);
  drawReview(played, state, shown.node, {
    look: lookBack,
    playable: (moves, node) => engine.playable(moves, node),
    retry: (row) => learning.begin([row], state.names, row.node),
    demonstrate,
  });
}

/** @param {RoomView} state */
function showMoves(state) {
  const { node } = past ?? state;
  const line = lineThrough(state.tree, node, state.end);
  offerSteps(line, node);
  drawMoves(by("moves"), state, node, lookBack);
  const { comment } = state.tree.find((row) => row.node === node);
  if (document.activeElement !== by("comment")) by("comment").value = comment;
  by("comment").hidden = Boolean(session.pair);
}

// Looking back -------------------------------------------------------------------------------------

/** Show a position of the tree, and have it valued first; in a study, make it the current position. */
async function lookBack(node) {
  replay.stop();
  if (learning.active) return lookAt(node);
  if (study.active) return attempt("go-on-from", { node });
  if (node === session.node) leavePast();
  else await lookAt(node);
  if (session.values) attempt("look-at", { node });
}

/** Show the server's view of a position, unless another one is requested meanwhile. */
async function lookAt(node) {
  const { key } = session;
  wanted = node;
  try {
    const then = await ask(`sessions/${key}/node/${node}`);
    if (session.key !== key || wanted !== node) return;
    if (session.pair) then.board.active = false;
    past = then;
    if (!replay.playing) {
      drawBoard();
      by("board").scrollIntoView({ block: "nearest" }); // on a phone, the list that was clicked may be below the board
      showPlace();
    }
    ended.show(session, false);
    showMoves(session);
    showValues(session);
  } catch (error) {
    complain(error.message);
  }
}

/** Name the displayed position, and offer its actions. */
function showPlace() {
  const { node, outcome } = past ?? study.finish(session);
  by("past").hidden = study.active ? !node && !study.credits.length : past === null;
  by("past-text").textContent = placeWords(session.tree, node) + (outcome ? `: ${outcome}` : "");
  by("back").hidden = study.active;
  by("go-on").hidden = outcome !== null || study.active;
  by("promote").hidden = isMain(session.tree, node);
  by("remove").hidden = !node || (isMain(session.tree, node) && !(study.active && by("study-edit").open));
}

/** Show values and the review, at a position. */
async function reviewAt(node) {
  if (!session.values) await attempt("values", { on: true }); // first, because a page without values switches away from the review tab
  openTab("review");
  await lookBack(node);
}

/** Play a mistake on the board, with its consequences, then the better line.
    @param {Row} row */
async function demonstrate(row) {
  await lookBack(row.node);
  await replay.demonstrate(row, (words) => ((by("past").hidden = false), (by("go-on").hidden = true), (by("past-text").textContent = words)));
  if (!replay.playing) showPlace();
}

function leavePast() {
  past = wanted = awaiting = null;
  showPlace();
  drawBoard();
  ended.show(study.finish(session), true);
  showMoves(session);
  showValues(session);
}

// Playing --------------------------------------------------------------------------------------------

/** Make a move on the board: in the game, or at another position in a variation. */
function onMove(move) {
  if (replay.playing) return void lookBack(past?.node ?? session.node);
  if (learning.active) {
    drawBoard();
    return learning.judge(past, move);
  }
  if (past === null) return attempt("move", { move });
  const people = session.players.every((player) => player === "human");
  return people ? attempt("play-from", { node: past.node, move }) : addVariation(past.node, [move]);
}

/** Add moves as a variation, and show the position after them. */
async function addVariation(node, moves) {
  const state = await attempt("branch", { node, moves });
  if (state) await lookBack(state.added);
}

/** Draw or remove an arrow on the position shown. */
async function onArrow(from, to) {
  const { node } = past ?? session;
  if (session.pair || !(await attempt("draw", { node, from, to })) || past === null) return;
  await lookAt(node);
}

// Buttons --------------------------------------------------------------------------------------------

by("undo").addEventListener("click", () => board.undoClick() || attempt("undo", { moves: study.active || session.values ? "keep" : "drop" }));
for (const action of ["redo", "hint", "restart"]) by(action).addEventListener("click", () => (board.typed && board.undoClick(), attempt(action)));
by("resign").addEventListener("click", () => isSure("resign", "Press again to resign.") && attempt("resign", { player: resigning(session) }));
by("pause").addEventListener("click", () => attempt("pause", { on: !session.paused }));
by("values").onchange = ({ target }) => (switching = true, attempt("values", { on: target.checked }).finally(() => (target.checked = session.values, switching = false)));
by("back").addEventListener("click", () => lookBack(session.node));
by("go-on").addEventListener("click", () => attempt("go-on-from", { node: past.node }));
by("promote").addEventListener("click", () => attempt("promote", { node: (past ?? session).node }).then(() => past && lookAt(past.node)));
by("remove").addEventListener("click", async () => {
  if (!isSure("remove", "Press again to delete this move and what follows.")) return;
  const { node, parent } = session.tree.find((row) => row.node === (past ?? session).node);
  if (past === null) await lookBack(parent); // the current position cannot be removed
  if (await attempt("remove", { node })) await lookBack(parent).then(() => notice("Deleted; Undo restores it."));
});
by("comment").addEventListener("change", ({ target }) => attempt("comment", { node: (past ?? session).node, text: target.value }));
by("flip").addEventListener("click", () => seats.turn(board.flip()));
by("comment").addEventListener("keydown", (event) => event.key === "Enter" && (event.preventDefault(), event.target.blur(), by("commenting").hidePopover()));
by("study-begin").addEventListener("click", () => (openTab("moves"), study.make(session, session.title)));
offerKeeping({ shown: () => session, study, begin: beginAnother, complain, notice });
const setUp = new SetUp(async (state) => (show(await act(session.key, "set-up", { state })), openTab(session.values ? "analysis" : "moves")));
by("set-up").addEventListener("click", () => setUp.open(session));
for (const button of document.querySelectorAll("[data-close]")) button.addEventListener("click", () => button.closest("dialog").close());

listenToTabs(async () => session && (session.values || ((await attempt("values", { on: true })) && session.values))); // meanwhile another game may be opened

stepByKeys((node = wanted ?? session?.node) => session && { node, line: lineThrough(session.tree, node, session.end) }, lookBack, board);

// The start ------------------------------------------------------------------------------------------

async function start() {
  speak();
  catalogue = await learnOf(readLink(location.hash, "").game);
  by("new").disabled = false;
  by("new").addEventListener("click", () => offerGames().catch(({ message }) => complain(message)));
  window.addEventListener("hashchange", followLink);
  await followLink();
}

/** Open the dialog for a new game, which has the list of all games. */
async function offerGames() {
  dialog ??= new NewGame((catalogue = await listGames()), (fields) => beginAnother(fields));
  const { game, by, players } = session ?? usual();
  dialog.open(game, by, players);
}

/** The usual game against a computer, for addresses without a game. */
function usual() {
  return { ...readLink("", catalogue.games[0].name), by: "outcome" };
}

/** Continue the session that this tab showed before a reload. */
async function resume() {
  const key = session ? null : sessionStorage.getItem("zermelo");
  const kept = key && (await ask(`sessions/${key}`).catch(() => null));
  if (!kept || (kept.pair ? linkOf(kept) : writeLink(kept)) !== location.hash) return false;
  enter(kept);
  return true;
}

/** Open the game or study in the address, by default the usual game; after an error, the game from its start. */
async function followLink() {
  try {
    if (namesStudy(location.hash)) return await study.follow(location.hash);
    study.close();
    if (await resume()) return;
    const { room } = readLink(location.hash);
    if (room) return enter(await ask(`sessions/${encodeURIComponent(room)}`));
    enter(await openUsual(location.hash ? readLink(location.hash, usual().game) : usual(), catalogue));
  } catch (error) {
    const { game } = readLink(location.hash, usual().game);
    enter(await openUsual({ ...usual(), game, by: "outcome" }, catalogue).catch(() => open(usual())));
    complain(`The link could not be followed: ${error.message}; here is ${session.title} from its start`);
  }
}

start().catch((error) => complain(error.message));
