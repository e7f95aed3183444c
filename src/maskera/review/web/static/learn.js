// Cards by keys: each button with data-key. A word of a sentence that is chosen adds its correction to the line.
(() => {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
    const button = [...document.querySelectorAll("[data-key]")].find((each) => each.dataset.key === event.key);
    if (!button || event.repeat) return;
    event.preventDefault();
    button.click();
  });
  const line = document.getElementById("line"), label = document.getElementById("label");
  for (const token of document.querySelectorAll(".token")) {
    token.addEventListener("click", () => {
      const to = token.classList.toggle("marked") ? label.value : "o";
      line.value += `${line.value && !line.value.trimEnd().endsWith(";") ? "; " : ""}${token.dataset.number} ${to}; `;
      line.focus();
    });
  }
  for (const form of document.querySelectorAll("form[method=post]")) {
    form.addEventListener("submit", (event) => { if (form.dataset.sent) event.preventDefault(); form.dataset.sent = form.action.endsWith("/export") ? "" : "1"; });
  }
})();
