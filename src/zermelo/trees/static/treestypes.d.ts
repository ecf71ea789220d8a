/* Written by `make types` from the typed dictionaries of zermelo.trees. */

/** The parts of the boards as SVG.
 *
 * style     the style sheet of all
 * frames    the empty boards: nearly always there is only one
 * sizes     of each: width, height
 * places    where the points of each lie on it: x, y, x, y …
 * scales    of each, how many times as big the pieces on some points are
 * symbols   the pieces, around the point (0, 0)
 * frame     the frame of each position
 * pieces    the symbol on each point of each position, " " or the character "0" + its index
 * captions  what stands below each board */
interface TreeBoards {
  style: string;
  frames: string[];
  sizes: [number, number][];
  places: number[][];
  scales: Record<string, number>[];
  symbols: string[];
  frame: number[];
  pieces: string[];
  captions: string[];
}

/** The content of a page: a search and another one, the exercise, whether code is shown. */
interface Replay {
  record: TreeRecord;
  against: TreeRecord | null;
  exercise: string;
  code: boolean;
}

/** The numbers of a search that grows a tree at each of its `steps`, see `GrownTrace`.
 *
 * Columns in which a number may be missing, or ∞, are 1 larger, with 0 for that. */
interface Growth {
  steps: number;
  born: string;
  expanded: string;
  first: string;
  changed: string;
}

/** Those of a proof-number search, see `ProofTrace`. */
interface ProofNumbers {
  steps: number;
  born: string;
  expanded: string;
  first: string;
  changed: string;
  claim: string;
  proof: string;
  disproof: string;
}

/** Those of a Monte Carlo tree search, see `MctsTrace`.
 *
 * Results are counted from −`bound`, so that none is negative: `bound` more each. `rank` is the
 * place of the move to a node among all of the node above, `exploration` the weight in UCT. */
interface Simulations {
  steps: number;
  born: string;
  expanded: string;
  first: string;
  changed: string;
  bound: number;
  exploration: number;
  rank: string;
  visits: string;
  total: string;
  low: string;
  high: string;
  leaf: string;
  reward: string;
}

/** The claim of a certificate, and the place of the move to each node among all moves there. */
interface Proven {
  claim: string;
  rank: string;
}

/** All that it takes to replay a search without the game's rules.
 *
 * Columns are packed, see `packed`; most have a number for each node: of its position, its level,
 * how it ended, whether it is a max level; its window and value as indices of `numbers`. The moves
 * of position p, as indices of `texts`, are `legal[legalStart[p]]` to
 * `legal[legalStart[p + 1] − 1]`. The terms of the evaluation of position p, for the searcher, are
 * `termTexts[terms[p]]`. The first of `names` is the searcher's. `sources` are the functions for
 * max and min levels. */
interface TreeRecord {
  game: string;
  algorithm: string;
  depth: number | null;
  by: "outcome" | "score";
  windowed: boolean;
  names: string[];
  texts: string[];
  numbers: number[];
  legalStart: string;
  legal: string;
  level: string;
  position: string;
  alpha: string;
  beta: string;
  value: string;
  end: string;
  maximizing: string;
  boards: TreeBoards | null;
  termTexts: string[];
  terms: string;
  sources: Source[];
  proofs: ProofNumbers | null;
  simulations: Simulations | null;
  certificate: Proven | null;
}

/** A function of a search.
 *
 * lit  the number of the line at which a node is entered, then those at which it ends, by how it
 *      ends (`zermelo.search.traces.recorder`); −1 for an end that this search has not */
interface Source {
  text: string;
  lit: number[];
}
