// What went wrong stands above the page until the next thing is tried.
document.addEventListener("htmx:beforeRequest", () => document.getElementById("notice").replaceChildren());
