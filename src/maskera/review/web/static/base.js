// What went wrong stands above the page until the next thing is tried.
(() => {
  const notice = document.getElementById("notice");
  document.addEventListener("htmx:beforeRequest", () => notice.replaceChildren());
  document.addEventListener("htmx:beforeSwap", (event) => {  // ours say themselves where they belong; a proxy's page does not
    const { isError, xhr } = event.detail;
    if (isError && xhr.getResponseHeader("HX-Retarget")) Object.assign(event.detail, { shouldSwap: true, isError: false });
  });
  for (const each of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(each, (event) => {
      document.getElementById("said")?.replaceChildren();
      notice.textContent = event.detail.requestConfig.verb === "get" ? notice.dataset.lost : notice.dataset.unsaved;
    });
  }
})();
