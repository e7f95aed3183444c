// What went wrong stands above the page until the next thing is tried.
(() => {
  const notice = document.getElementById("notice");
  document.addEventListener("htmx:beforeRequest", () => notice.replaceChildren());
  document.addEventListener("htmx:beforeSwap", (event) => {  // ours say themselves where they belong; a proxy's page does not
    const { isError, xhr } = event.detail, token = xhr.getResponseHeader("X-CSRF");
    if (token) {  // somebody has logged in again in another tab: what is written here can be sent after all
      document.body.setAttribute("hx-headers", JSON.stringify({ ...JSON.parse(document.body.getAttribute("hx-headers")), "X-CSRF": token }));
      for (const each of document.querySelectorAll("input[name=csrf]")) each.value = token;
    }
    if (isError && xhr.getResponseHeader("HX-Retarget")) Object.assign(event.detail, { shouldSwap: true, isError: false });
  });
  for (const each of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(each, (event) => {
      document.getElementById("said")?.replaceChildren();
      notice.textContent = event.detail.requestConfig.verb === "get" ? notice.dataset.lost : notice.dataset.unsaved;
    });
  }
})();
