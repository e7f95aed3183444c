// The parts of the essay page: what the page has, and what an answer puts in their place.
const lists = ["source", "target", "graph", "places", "referent-rows"];
const later = "later";

// "sb0:1f2e tb0:9a0c ...": every part of the page with the version that it shows.
export function held() {
  return [...document.querySelectorAll("#work [data-v]")].map((each) => `${each.id}:${each.dataset.v}`).join(" ");
}

// Put the parts of an answer into the page; what the answer says of itself: head, selected, said.
export function place(html) {
  const answer = new DOMParser().parseFromString(html, "text/html"), whole = answer.getElementById("parts");
  for (const template of whole.querySelectorAll("template[data-list]")) {
    if (lists.includes(template.dataset.list)) arrange(document.getElementById(template.dataset.list), template);
  }
  const sections = whole.querySelector("template[data-sections]");
  for (const fresh of sections ? [...sections.content.children] : []) put(document.getElementById(fresh.id), fresh);
  return { head: whole.dataset.head, selected: whole.dataset.selected, said: answer.getElementById("said")?.textContent ?? "" };
}

function put(old, fresh) {
  const adopted = document.adoptNode(fresh);
  old.replaceWith(adopted);
  htmx.process(adopted);
  return adopted;
}

function arrange(list, template) {
  const fresh = new Map([...template.content.children].map((each) => [each.id, each]));
  const held = new Map([...list.children].map((each) => [each.id, each]));
  if (template.dataset.order === undefined) {  // some of a list, in the place of what they were
    for (const [id, each] of fresh) if (held.has(id)) put(held.get(id), each);
    return;
  }
  let before = null;
  for (const id of template.dataset.order.split(" ").filter(Boolean)) {
    let here = held.get(id);
    if (fresh.has(id)) {
      if (here) here = put(here, fresh.get(id));
      else {
        here = document.adoptNode(fresh.get(id));
        if (before) before.after(here); else list.prepend(here);
        htmx.process(here);
      }
    } else if (before ? before.nextElementSibling !== here : list.firstElementChild !== here) {
      if (before) before.after(here); else list.prepend(here);
    }
    held.delete(id);
    before = here;
  }
  for (const gone of held.values()) gone.remove();
}

// Blocks of the graph come when they are about to be seen.
export function watch(essay) {
  const graph = document.getElementById("graph");
  const fetching = new Set();
  const seen = new IntersectionObserver(async (entries) => {
    const first = entries.find((each) => each.isIntersecting && each.target.isConnected && each.target.dataset.v === later)?.target;
    if (!first || fetching.has(first.id)) return;
    fetching.add(first.id);
    const answer = await fetch(`/essays/${essay}/graph/${first.id.slice(2)}`, { headers: { "HX-Request": "true" } }).catch(() => null);
    fetching.delete(first.id);
    if (answer?.ok && answer.headers.has("X-Parts") && first.isConnected) place(await answer.text());
    for (const each of graph.querySelectorAll(".later")) seen.observe(each);
  }, { root: graph, rootMargin: "300px" });
  for (const each of graph.querySelectorAll(".later")) seen.observe(each);
  return seen;
}
