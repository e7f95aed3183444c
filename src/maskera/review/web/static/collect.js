// Handing in: words that are dragged over are ticked together; arrow keys go from word to word, so that the tab key need not.
(() => {
  document.documentElement.classList.add("js");
  const words = () => [...document.querySelectorAll(".words .tap input")];
  let place = -1;  // where in the text a word was ticked, so that the keyboard goes on from there
  function rove(focus) {
    const all = words();
    const at = Math.max(0, all.findIndex((each) => Number(each.id.slice(1)) >= place));
    for (const [index, each] of all.entries()) each.tabIndex = index === at ? 0 : -1;
    if (focus) all[at]?.focus();
  }
  document.addEventListener("mouseup", () => {
    const selection = getSelection();
    if (selection.isCollapsed || !selection.rangeCount) return;
    const text = document.querySelector(".words");
    if (!text?.contains(selection.anchorNode) || !text.contains(selection.focusNode)) return;
    const chosen = words().filter((each) => selection.containsNode(each.parentElement, true));
    if (!chosen.length) return;
    for (const each of chosen) each.checked = true;
    selection.removeAllRanges();
    chosen[0].dispatchEvent(new Event("change", { bubbles: true }));
  });
  document.addEventListener("keydown", (event) => {
    if (!event.target.matches?.(".words .tap input")) return;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = words();
    const next = all[all.indexOf(event.target) + step];
    if (next) { event.target.tabIndex = -1; next.tabIndex = 0; next.focus(); }
  });
  document.addEventListener("change", (event) => { place = event.target.matches(".words .tap input") ? Number(event.target.id.slice(1)) : -1; });
  document.addEventListener("htmx:afterSwap", () => { if (place >= 0) rove(true); else rove(false); });
  rove(false);
})();
