// @ts-check
/* A person's drawings on the board: arrows from point to point, and rings round points.

   With the right mouse button, from one point to another; or, while drawing is switched on, by two clicks or
   by Enter twice, so that touch and keyboard can draw too. Drawing an arrow again removes it. */

import { circle, drawParts } from "./shapes.js";

const UNITS = 0.4; // units of paths by draw/ in one of the board's

/** @param {[number, number][]} arrows @param {[number, number][]} places */
export function drawArrows(arrows, places) {
  return arrows.filter((ends) => ends.every((point) => places[point])).map(([from, to]) => {
    const [[x1, y1], [x2, y2]] = [places[from], places[to]];
    const tip = UNITS * Math.hypot(x2 - x1, y2 - y1) - 6;
    const shaft = `M13 0H${tip - 2}M${tip - 9} -6L${tip} 0L${tip - 9} 6`;
    const path = from === to ? "M17 0A17 17 0 1 1 -17 0A17 17 0 1 1 17 0Z" : shaft;
    const drawn = drawParts([["halo", path], ["arrow", path]], places[from], 1, "zermelo-drawn");
    const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
    drawn.setAttribute("transform", `${drawn.getAttribute("transform")} rotate(${turn.toFixed(2)})`);
    return drawn;
  });
}

export class Drawing {
  /** Draws on an `svg`; `pointOf(element)` returns an element's point, `drawn(from, to)` is called for each arrow. */
  constructor(svg, pointOf, drawn) {
    this.on = false; // whether clicks draw
    this.from = null; // the beginning of an unfinished arrow
    this.drawn = drawn;
    if (!drawn) return;
    const by = (event) => event.button === 2 && pointOf(event.target);
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
    svg.addEventListener("pointerdown", (event) => (this.dragged = by(event)));
    svg.addEventListener("pointerup", (event) => {
      const [from, to] = [this.dragged, by(event)];
      if (Number.isInteger(from) && Number.isInteger(to)) drawn(from, to);
    });
  }

  /** Draw by a click on a point, if clicks draw; returns whether they do. */
  takes(point) {
    if (!this.on) return false;
    const { from } = this;
    this.from = from === null ? point : null;
    if (from !== null) this.drawn(from, point);
    return true;
  }

  /** Drop an unfinished arrow; returns whether there was one. */
  drop() {
    const begun = this.from !== null;
    this.from = null;
    return begun;
  }

  /** Show the drawings, and the beginning of an unfinished arrow. */
  marks(arrows, places) {
    const begun = this.from === null ? [] : [circle(places[this.from], 45, "zermelo-chosen-ring")];
    return [...drawArrows(arrows, places), ...begun];
  }
}
