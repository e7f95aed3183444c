// Ticking: all on the page at once, and how many are ticked.
document.querySelectorAll("form#bulk").forEach((form) => {
  const all = form.querySelector("#tick-all"), ticked = form.querySelector("#ticked");
  if (!all) { return; }
  const boxes = [...form.querySelectorAll("input[name=id]")];
  const told = () => {
    const count = boxes.filter((box) => box.checked).length;
    ticked.textContent = count ? `(${count})` : "";
    all.checked = count === boxes.length;
    all.indeterminate = count > 0 && count < boxes.length;
  };
  all.hidden = boxes.length === 0;
  all.addEventListener("change", () => { boxes.forEach((box) => { box.checked = all.checked; }); told(); });
  boxes.forEach((box) => box.addEventListener("change", told));
  told();
});
