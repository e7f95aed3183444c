// The risk panel of the essay page. Which mention is how risky, and what a bound masks, comes from the server; here it is only shown.
const details = document.getElementById("risk"), panel = document.getElementById("risk-panel");
const path = `/essays/${details.dataset.essay}/risk`;
const marksOf = (line) => line.dataset.keys.split(" ").flatMap((key) => [...document.querySelectorAll(`#source .m[data-key="${key}"]`)]);
const kept = new WeakMap();  // a mark -> the title it has while the panel is closed

function clear() {
  for (const mark of document.querySelectorAll("#source .m[data-risk]")) {
    delete mark.dataset.risk;
    delete mark.dataset.would;
    if (kept.has(mark)) mark.title = kept.get(mark);
  }
}
function paint() {
  clear();
  if (!details.open) return;
  const bound = document.getElementById("risk-bound")?.value;
  for (const line of panel.querySelectorAll("tr[data-keys]")) {
    const masked = line.dataset.masked.split(" ").includes(bound);
    line.querySelector(".would").hidden = !masked;
    line.querySelector(".would-not").hidden = masked;
    for (const mark of marksOf(line)) {
      if (!kept.has(mark)) kept.set(mark, mark.title);
      mark.dataset.risk = line.dataset.level;
      mark.title = line.dataset.told;
      if (masked) mark.dataset.would = "";
    }
  }
}
function slide(input) {
  for (const each of panel.querySelectorAll("[data-bound]")) {
    each.hidden = each.dataset.bound !== input.value;
    if (!each.hidden) input.setAttribute("aria-valuetext", each.dataset.said);
  }
  paint();
}
let asked = 0;
async function load() {
  const bound = document.getElementById("risk-bound")?.value, turn = ++asked;
  panel.setAttribute("aria-busy", "true");
  const answer = await fetch(path, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (turn !== asked) return;
  panel.removeAttribute("aria-busy");
  if (!answer) { document.getElementById("notice").textContent = document.getElementById("notice").dataset.lost; return; }
  const told = new DOMParser().parseFromString(await answer.text(), "text/html");
  panel.replaceChildren(...told.body.childNodes);
  const input = document.getElementById("risk-bound");
  if (input && bound) {  // it stays where it was
    input.value = bound;
    slide(input);
  } else paint();
}
details.addEventListener("toggle", () => { if (details.open) load(); else paint(); });
panel.addEventListener("input", (event) => { if (event.target.id === "risk-bound") slide(event.target); });
panel.addEventListener("click", (event) => {
  const shown = event.target.closest("[data-shows]"), mark = shown && document.querySelector(`#source .m[data-key="${shown.dataset.shows}"] .w`);
  if (!mark) return;
  mark.scrollIntoView({ block: "center" });
  mark.focus({ preventScroll: true });
});
document.addEventListener("htmx:afterRequest", (event) => {  // a correction: what was found is of the essay before it
  if (!details.open || event.detail.requestConfig.verb !== "post") return;
  paint();
  load();
});
