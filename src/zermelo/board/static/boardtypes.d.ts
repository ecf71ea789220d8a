/* Written by `make types` from the typed dictionaries of zermelo.board. */

/** When a game that goes on is drawn, see `DrawRules`; null switches a rule off. */
interface Draws {
  repetitions: number | null;
  quiet: number | null;
  cap: number | null;
}

/** One of the best moves, what it is worth, and how play goes on, the move first. */
interface Line {
  move: string;
  worth: Worth;
  line: string[];
}

/** The analysis of a position, see `Analysis`, and in words; `terms` are the evaluation's. */
interface Advice {
  player: number;
  value: number | null;
  exact: boolean;
  remoteness: number | null;
  depth: number;
  best_moves: string[];
  complete: boolean;
  line: string[];
  lines: Line[];
  source: string;
  words: string;
  terms: string;
}

/** A position of the game's tree, reviewed as far as it is known, see `ReviewedPly`.
 *
 * parent      the node that its move comes from
 * worth       what the move was worth to its player
 * remoteness  plies to the end under best play
 * best        best play in place of a mistake
 * accuracy    what the move kept, in percent */
interface Row {
  node: number;
  parent: number | null;
  ply: number;
  move: string | null;
  player: number | null;
  value: number | null;
  exact: boolean;
  remoteness: number | null;
  worth: Worth | null;
  fault: string | null;
  words: string | null;
  better: string[];
  proof: string | null;
  best: string[];
  accuracy: number | null;
  comment: string;
  arrows: [number, number][];
}

/** A position of a game, and what is known of it; `outcome` is how it ended, in words. */
interface Shown {
  node: number;
  ply: number;
  player: number;
  over: boolean;
  winner: number | null;
  outcome: string | null;
  advice: Advice | null;
  board: BoardView;
}

/** Another position of the game's tree than the one where the game stands. */
interface PastView {
  node: number;
  ply: number;
  player: number;
  over: boolean;
  winner: number | null;
  outcome: string | null;
  advice: Advice | null;
  board: BoardView;
  values: boolean;
}

/** A session as every page shows it.
 *
 * by        what its positions are valued by
 * bound     what values lie between, from minus this to this
 * names     what the players are called; `players` says who plays
 * tones     the tones of their pieces, "" for the usual blue and orange
 * undoable  whether there is anything to undo; `future` are the moves to redo
 * start     the text of the position it began in, null where games have no texts
 * at        how many moves are written in `movetext` up to where the game stands; null at its end
 * end       the last node of the line that the game is in */
interface SessionView {
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
}

/** A position and what follows it: `moves` in the words of `zermelo.play.movetext`. */
interface Chapter {
  title: string;
  game: string;
  by: "outcome" | "score";
  start: string | null;
  moves: string;
}

/** The chapters of one file, see `zermelo.board.study`. */
interface Study {
  format: string;
  version: number;
  title: string;
  chapters: Chapter[];
}

/** The value of a move for the player who makes it.
 *
 * label, words  in the badge on its point, and in a sentence
 * rank          the higher, the better
 * best          whether it is one of the best, of moves on the board that are not all alike */
interface Worth {
  kind: "win" | "draw" | "loss" | "estimate";
  by: "outcome" | "score";
  label: string;
  words: string;
  rank: number;
  best?: boolean;
}

/** A piece on a point; its side is the player it belongs to, null nobody's. */
interface Piece {
  point: number;
  symbol: string;
  side: number | null;
}

/** How many pieces of a kind a player has in hand. */
interface Hand {
  player: number;
  symbol: string;
  count: number;
}

/** A legal move on points.
 *
 * clicks   the points in the order in which they are clicked
 * changes  the points that it changes, each with its symbol then, "" for no piece
 * worth    is shown on the point to be clicked next */
interface BoardMove {
  move: string;
  clicks: number[];
  changes?: [number, string][];
  worth?: Worth;
}

/** A legal move that no point stands for, and what is on its button. */
interface BoardButton {
  move: string;
  label: string;
  worth?: Worth;
}

/** The move that led to a position.
 *
 * last     its points
 * gone     the pieces that it took
 * pressed  its label when it was a button's
 * mover    who made it, in words */
interface LastMove {
  last: number[];
  gone: Piece[];
  pressed: string | null;
  mover: string | null;
}

/** A position as the board shows it. Points are indices of `points`.
 *
 * player    whose move it is, 0 or 1; null when the game is over
 * called    symbol → what pieces with a colour are called, "red disc" for example
 * forms     symbol → what pieces are called, "man" for example
 * label     what the board is called by a screen reader
 * points    a point's place: x to the right, y downwards, one unit to a neighbour
 * step      how far apart points one unit apart are drawn, across and down, in cells
 * margin    how far the board reaches from its outermost points, in cells
 * squares   whether its points are square cells
 * surface   what the board is made of
 * ground    the board without pieces: kind and path of each part; of a text kind, "", the text,
 *           its size, and how far below the middle it stands
 * front     what stands before pieces that fall
 * below     what marks the lines that are complete, below their pieces
 * above     the same above their pieces
 * sizes     how many cells a piece spans, where it is not one
 * looks     symbol → the parts that a piece is drawn with
 * columns   labels of x = 0, 1, …
 * rows      labels of y = 0, 1, …
 * names     labels of single points
 * caption   what belongs to the position and is on no point
 * prompts   what each click of a move is for, "" for the next point
 * aliases   a click on the first point counts for the second, unless it is one itself
 * active    whether a move may be made now
 * hint      moves to point out
 * arrows    drawn by hand from one point to another, a ring round one */
interface BoardView {
  last: number[];
  gone: Piece[];
  pressed: string | null;
  mover: string | null;
  player: number | null;
  called: Record<string, string>;
  forms: Record<string, string>;
  label: string;
  points: [number, number][];
  step: [number, number];
  margin: number;
  squares: boolean;
  surface: string;
  ground: ([string, string] | [string, string, string, number, number])[];
  front: ([string, string] | [string, string, string, number, number])[];
  below: ([string, string] | [string, string, string, number, number])[];
  above: ([string, string] | [string, string, string, number, number])[];
  sizes: [number, number][];
  looks: Record<string, ([string, string] | [string, string, string, number, number])[]>;
  columns: string[];
  rows: string[];
  names: [number, string][];
  caption: string;
  hands: Hand[];
  pieces: Piece[];
  prompts: string[];
  aliases: [number, number][];
  moves: BoardMove[];
  buttons: BoardButton[];
  active: boolean;
  hint: string[];
  arrows: [number, number][];
}
