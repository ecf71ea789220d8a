// A tree that is dragged about by its ground.

/** Have a stage scroll as the mouse drags what it shows, but for the items themselves. */
export function pannable(stage) {
  stage.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch" || event.button || event.target.closest(".zt-item")) return;
    stage.setPointerCapture(event.pointerId);
    const over = new AbortController(), { signal } = over;
    const left = stage.scrollLeft + event.clientX, top = stage.scrollTop + event.clientY;
    stage.addEventListener("pointermove", ({ clientX, clientY }) => {
      stage.scrollTo(left - clientX, top - clientY);
    }, { signal });
    stage.addEventListener("pointerup", () => over.abort(), { signal });
    stage.addEventListener("pointercancel", () => over.abort(), { signal });
  });
}
