// Settling by keys: 1, 2, 0 choose and go on to what is open; e goes to the labels; n and p go from difference to difference.
(() => {
  const all = [...document.querySelectorAll(".difference:not([disabled])")];
  const progress = document.getElementById("progress");
  if (!all.length) return;
  let here = 0;
  const linked = (fieldset) => document.querySelectorAll(`.differs[data-at="${fieldset.dataset.at}"]`);
  const chosen = (fieldset) => {
    const radio = fieldset.querySelector("input:checked");
    return Boolean(radio && (radio.value !== "own" || fieldset.querySelector("select").value));
  };
  function tell() {
    for (const each of all) {
      each.classList.toggle("chosen", chosen(each));
      for (const link of linked(each)) link.classList.toggle("chosen", chosen(each));
    }
    const [done, whole] = [all.filter(chosen).length, all.length];
    progress.textContent = progress.dataset.text.replace("{done}", done).replace("{all}", whole);
  }
  function go(at, focus = true) {
    here = Math.max(0, Math.min(all.length - 1, at));
    for (const each of document.querySelectorAll(".here")) each.classList.remove("here");
    all[here].classList.add("here");
    for (const link of linked(all[here])) { link.classList.add("here"); link.scrollIntoView({ block: "nearest" }); }
    if (focus) { all[here].focus({ preventScroll: true }); all[here].scrollIntoView({ block: "nearest" }); }
  }
  function onward() {
    const open = [...all.slice(here + 1), ...all.slice(0, here)].find((each) => !chosen(each));
    if (open) go(all.indexOf(open)); else { go(here); document.querySelector(".deciding button.primary").focus(); }
  }
  function take(value) {
    const radio = all[here].querySelector(`input[value="${value}"]`);
    radio.checked = true;
    tell();
    if (value === "own") all[here].querySelector("select").focus(); else onward();
  }
  const keys = { 1: () => take("first"), 2: () => take("second"), 0: () => take("neither"), e: () => take("own"), n: () => go(here + 1), p: () => go(here - 1) };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("textarea, select")) return;
    const deed = keys[event.key];
    if (deed) { event.preventDefault(); deed(); }
  });
  document.addEventListener("change", (event) => {
    const fieldset = event.target.closest(".difference");
    if (!fieldset) return;
    if (event.target.matches("select") && event.target.value) fieldset.querySelector('input[value="own"]').checked = true;
    tell();
    go(all.indexOf(fieldset), false);
  });
  document.addEventListener("focusin", (event) => {
    const fieldset = event.target.closest(".difference");
    if (fieldset && all.indexOf(fieldset) !== here) go(all.indexOf(fieldset), false);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".differs[data-at]");
    if (link) { event.preventDefault(); go(Number(link.dataset.at)); }
  });
  tell();
  go(0, false);
})();
