"use strict";
const faults = [...document.querySelectorAll(".fault")];
const kinds = [...document.querySelectorAll(".filters input[type=checkbox]")];
const choices = [...document.querySelectorAll(".filters select")];
const search = document.querySelector(".filters input[type=search]");
const shown = document.getElementById("shown");
function fits(fault, name, value) {
  if (!value) return true;
  return name === "label" ? fault.dataset.gold === value || fault.dataset.found === value : fault.dataset[name] === value;
}
function filter() {
  const wanted = new Set(kinds.filter((box) => box.checked).map((box) => box.value));
  const words = search.value.toLowerCase();
  let count = 0;
  for (const fault of faults) {
    const visible = wanted.has(fault.dataset.kind) && choices.every((choice) => fits(fault, choice.name, choice.value))
      && (!words || fault.textContent.toLowerCase().includes(words));
    fault.hidden = !visible;
    if (visible) count += 1;
  }
  shown.textContent = `${count} of ${faults.length} shown`;
}
if (search) {
  for (const control of [...kinds, ...choices, search]) control.addEventListener("input", filter);
  filter();
}
