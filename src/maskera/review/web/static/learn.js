// Cards by keys: each button with data-key. A word of a sentence that is chosen gets the label, and its correction stands in the line once.
(() => {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
    const button = [...document.querySelectorAll("[data-key]")].find((each) => each.dataset.key === event.key);
    if (!button || event.repeat) return;
    event.preventDefault();
    button.click();
  });
  const line = document.getElementById("line"), label = document.getElementById("label");
  const KEPT = "learn.label"; // chosen last: the next sentence begins with it (a label is no word of a text)
  if (label) {
    const kept = sessionStorage.getItem(KEPT);
    if ([...label.options].some((each) => each.value === kept)) label.value = kept;
    label.addEventListener("change", () => sessionStorage.setItem(KEPT, label.value));
  }
  const changes = new Map(); // number of the word -> label or "o"
  for (const token of document.querySelectorAll(".token")) {
    const guess = token.dataset.label;
    token.addEventListener("click", () => {
      const { number, label: now } = token.dataset, to = now === "O" ? label.value : "O";
      token.dataset.label = to;
      token.classList.toggle("marked", to !== "O");
      token.querySelector(".tag")?.remove();
      if (to !== "O") {
        const tag = token.appendChild(document.createElement("span"));
        tag.className = "tag";
        tag.textContent = label.selectedOptions[0].textContent;
      }
      const typed = line.value.split(";").map((piece) => piece.trim()).filter((piece) => piece && piece !== changes.get(number));
      changes.set(number, `${number} ${to === "O" ? "o" : to}`);
      line.value = [...typed, ...(to === guess ? [] : [changes.get(number)])].join("; ");
      line.focus();
    });
  }
  for (const form of document.querySelectorAll("form[method=post]")) {
    form.addEventListener("submit", (event) => { if (form.dataset.sent) event.preventDefault(); form.dataset.sent = form.action.endsWith("/export") ? "" : "1"; });
  }
})();
