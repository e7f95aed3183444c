"use strict";
const form = document.querySelector("#try form");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = new FormData(form);
  const headers = { "Content-Type": "application/json" };
  if (fields.get("token")) headers.Authorization = `Bearer ${fields.get("token")}`;
  const release = document.querySelector("#release");
  const rows = document.querySelector("#result tbody");
  rows.replaceChildren();
  document.querySelector("#result").hidden = false;
  try {
    const response = await fetch(`v1/pseudonymize?policy=${encodeURIComponent(fields.get("policy"))}`, {
      method: "POST", headers, body: JSON.stringify({ text: fields.get("text") }),
    });
    const answer = await response.json();
    document.querySelector("#result table").hidden = !response.ok;
    release.textContent = response.ok ? answer.release : `${answer.status}: ${answer.detail}`;
    for (const found of answer.mentions ?? []) {
      const row = rows.insertRow();
      const label = [found.label, ...found.features].join(" ");
      for (const cell of [found.text, found.replacement, label, found.number, found.probability.toFixed(2)]) row.insertCell().textContent = cell;
    }
  } catch {
    release.textContent = "The service does not answer.";
  }
});
