/* Written by `make types` from the typed dictionaries of zermelo.web. */

/** The games, those solved, those with played games, and the goals of games for points. */
interface Games {
  games: Offered[];
  solved: Record<"outcome" | "score", string[]>;
  explored: string[];
  by: "outcome" | "score";
}

/** How a level errs, as a label and in sentences. */
interface Level {
  label: string;
  sentence: string;
}

/** A game that may be played here.
 *
 * parameters  with their defaults; those that are the evaluation's `weights` are the floats
 * usual       other values of them that a new game begins with
 * help        what parameters mean, and which values they take
 * levels      how each of the ten errs
 * own         whether the server was started with it */
interface Offered {
  name: string;
  parameters: Record<string, any>;
  usual: Record<string, any>;
  about: string;
  points: boolean;
  evaluated: boolean;
  weights: string[];
  help: Record<string, string>;
  levels: Level[];
  own: boolean;
}

/** A symbol to put on a point, its letter in the text, whose it is, and what it looks like. */
interface Letter {
  symbol: string;
  letter: string;
  side: number | null;
  look: ([string, string] | [string, string, string, number, number])[];
}

/** How a position's text is written, see `Alphabet`. */
interface Spelled {
  places: (number | null)[];
  pieces: Letter[];
  turn: number | null;
  movers: string[];
}

/** How the page writes a position's text, and the text with an empty board.
 *
 * `alphabet` is null where the game's texts do not name the pieces point by point. */
interface Spelling {
  alphabet: Spelled | null;
  empty?: string;
}

/** A position as a person has written it so far: its board and what to say of it, or `error`. */
interface Draft {
  error: string | null;
  status?: string;
  state?: string;
  board?: BoardView;
}

/** The mistakes of a level, in a sentence. */
interface GivenAway {
  sentence: string;
}

/** A position as one of a sum, see `GameValue`: names, words, and fractions as texts.
 *
 * outcome  who wins it alone
 * parts    the names of its parts' values, where it has several
 * walls    of the thermograph: Left's and Right's, each the (tax, score) of its bends
 * mast     its score */
interface Summand {
  value: string;
  outcome: string;
  parts: string[];
  mean: string;
  temperature: string;
  walls: [[number, number][], [number, number][]];
  mast: number;
}

/** A move: in how many games it was played that the first player won, drew and lost, and what is
 * proven of it. */
interface Explored {
  move: string;
  games: [number, number, number];
  worth: Worth | null;
}

/** A study as the gallery lists it: its name in links, its title, and what it is about. */
interface Shelved {
  name: string;
  title: string;
  about: string;
}

/** A move, and how many states were generated for it. */
interface Made {
  move: string;
  states: number;
}

/** A game of minimax against itself: its moves, and the boards before and after each. */
interface LimitedGame {
  depth: number;
  result: string;
  seconds: number;
  states: number;
  moves: Made[];
  boards: BoardView[];
}

/** How far a search has come, or had come: nodes, nodes a second, and the value in words. */
interface Found {
  player: number;
  depth: number;
  nodes: number;
  rate: number;
  seconds: number;
  value: string | null;
  line: string[];
}

/** A player's thoughts about the move it has made. */
interface Thought {
  player: number;
  depth: number;
  nodes: number;
  rate: number;
  seconds: number;
  value: string | null;
  line: string[];
  native: boolean;
}

/** The present job: `kind` is the kind of a `Task`, `doing` describes it in words. */
interface Thinking {
  player: number;
  depth: number;
  nodes: number;
  rate: number;
  seconds: number;
  value: string | null;
  line: string[];
  revision: number;
  kind: string;
  node: number;
  ply: number;
  doing: string;
}

/** A proposal of one of the two to the other. */
interface Offer {
  kind: "draw" | "takeback" | "rematch";
  by: number;
}

/** The seconds left, whose time runs, and the clock's settings. */
interface ClockView {
  left: [number, number];
  running: number | null;
  base: number;
  increment: number;
  each_move: boolean;
}

/** The two at a board: their public names, null for an empty seat, and who is there now.
 *
 * score  of the games played so far, a draw counting a half */
interface PairView {
  seats: (string | null)[];
  present: boolean[];
  watching: number;
  offer: Offer | null;
  clock: ClockView | null;
  score: number[];
}

/** A session as a teacher sees it among those of a class.
 *
 * name     of the board, with which nothing can be done in the session
 * person   the name that was given
 * watched  whether its page is open */
interface Glance {
  name: string;
  revision: number;
  person: string;
  game: string;
  ply: number;
  status: string;
  watched: boolean;
}

/** A session with what concerns the server; `added` is the node of the latest move beside it. */
interface Here {
  node: number;
  ply: number;
  player: number;
  over: boolean;
  winner: number | null;
  outcome: string | null;
  advice: Advice | null;
  board: BoardView;
  game: string;
  by: "outcome" | "score";
  evaluated: boolean;
  bound: number;
  drawable: boolean;
  players: string[];
  names: string[];
  tones: [string, string];
  undoable: boolean;
  resigned: number | null;
  draws: Draws;
  warning: string | null;
  persons_turn: boolean;
  history: string[];
  future: string[];
  start: string | null;
  state: string | null;
  tree: Row[];
  movetext: string;
  at: number | null;
  end: number;
  key: string;
  revision: number;
  values: boolean;
  paused: boolean;
  resting: boolean;
  hint: string[];
  added: number | null;
  thought: Thought | null;
}

/** A session as its pages get it; `pair` has the two who play together over a link. */
interface RoomView {
  node: number;
  ply: number;
  player: number;
  over: boolean;
  winner: number | null;
  outcome: string | null;
  advice: Advice | null;
  board: BoardView;
  game: string;
  by: "outcome" | "score";
  evaluated: boolean;
  bound: number;
  drawable: boolean;
  players: string[];
  names: string[];
  tones: [string, string];
  undoable: boolean;
  resigned: number | null;
  draws: Draws;
  warning: string | null;
  persons_turn: boolean;
  history: string[];
  future: string[];
  start: string | null;
  state: string | null;
  tree: Row[];
  movetext: string;
  at: number | null;
  end: number;
  key: string;
  revision: number;
  values: boolean;
  paused: boolean;
  resting: boolean;
  hint: string[];
  added: number | null;
  thought: Thought | null;
  pair: PairView | null;
}

/** A search, another one beside it if asked for, whether the game counts points, so that it may
 * be searched for these too, and whether a certificate about it is here. */
interface Searches {
  record: TreeRecord;
  against: TreeRecord | null;
  points: boolean;
  proof: boolean;
}
