// Files dropped on the field are chosen; what is chosen and how much of it has been sent is told.
const form = document.getElementById("upload"), zone = form.querySelector(".drop"), input = zone.querySelector("input"), folder = document.querySelector("#folder input");
const chosen = document.getElementById("chosen"), sent = document.getElementById("sent");
const MOST = 64e6;

function told() {
  const files = [...input.files, ...folder.files], size = files.reduce((sum, file) => sum + file.size, 0);
  const text = files.length === 1 ? chosen.dataset.one.replace("{name}", () => files[0].name) : chosen.dataset.many.replace("{count}", files.length);
  chosen.textContent = size > MOST ? chosen.dataset.big : files.length ? text : "";
  chosen.classList.toggle("wrong", size > MOST);
}

input.addEventListener("change", told);
folder.addEventListener("change", told);
zone.classList.add("scripted");
document.getElementById("folder").hidden = !("webkitdirectory" in folder);
for (const kind of ["dragenter", "dragover"]) {
  zone.addEventListener(kind, (event) => { event.preventDefault(); zone.classList.add("over"); });
}
for (const kind of ["dragleave", "drop"]) {
  zone.addEventListener(kind, (event) => { event.preventDefault(); zone.classList.remove("over"); });
}
zone.addEventListener("drop", (event) => {
  if (event.dataTransfer.files.length) { input.files = event.dataTransfer.files; told(); }
});
// A file dropped beside the field would take the place of the page.
for (const kind of ["dragover", "drop"]) { document.addEventListener(kind, (event) => event.preventDefault()); }
form.addEventListener("htmx:xhr:progress", (event) => {
  sent.hidden = false;
  if (event.detail.lengthComputable) { sent.value = 100 * event.detail.loaded / event.detail.total; }
});
form.addEventListener("htmx:afterRequest", () => { sent.hidden = true; });
told();
