// @ts-check
/* Sets of pieces to choose from: the figures that the game draws, or counters with letters. */

const FIGURES = new Set(["pawn", "knight", "bishop", "rook", "queen", "chick", "hen", "elephant", "giraffe", "lion"]);
const COUNTER = "M-15 0a15 15 0 1 0 30 0a15 15 0 1 0-30 0z";
const LETTER = 19; // its size

/** Whether a board has figures, in place of which there may be letters.
    @param {BoardView} view */
export const hasFigures = ({ forms }) => Object.values(forms).some((form) => FIGURES.has(form));

/** A board with letters in place of its figures.
    @param {BoardView} view @returns {BoardView & { set: string }} */
export function lettered(view) {
  const letters = Object.keys(view.looks).map((symbol) => {
    const tone = /^(dark|light)\b/.exec(view.called[symbol] ?? "")?.[0];
    /** @type {BoardView["ground"]} */
    const counter = [[tone, COUNTER], [`${tone} crest`, "", symbol.toUpperCase(), LETTER, 0]];
    return [symbol, tone && /^[a-z]$/i.test(symbol) ? counter : view.looks[symbol]];
  });
  return { ...view, looks: Object.fromEntries(letters), set: "letters" };
}
