// The essay page: highlighting, choosing words, the palette, keys. Offsets, scores and texts come from the server; nothing is counted here.
import { held as parts, place, watch } from "./essay_parts.js";
import { inSource } from "./essay_sides.js";

{
  const $ = (id) => document.getElementById(id);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const work = () => $("work");
  const selected = () => work().dataset.selected;
  const locked = () => "locked" in work().dataset;
  const shownAs = ".m[data-key], .edge[data-key]";
  let picked = [];  // words that are chosen, in text order
  let anchor = null;  // where choosing began
  let dragging = false;

  // --- highlighting -----------------------------------------------------------------------------------------------------------------
  function light(element) {
    for (const old of all(".lit, .kin", work())) old.classList.remove("lit", "kin");
    const key = element?.dataset.key, number = element?.dataset.number;
    if (number && number !== "0") for (const each of all(`[data-number="${number}"]`, work())) each.classList.add("kin");
    if (key !== undefined) for (const each of all(`[data-key="${key}"]`, work())) each.classList.add("lit");
  }
  const marked = (target) => target instanceof Element ? target.closest("#work [data-number], #queue [data-key]") : null;
  document.addEventListener("mouseover", (event) => { if (!dragging) light(marked(event.target)); });
  document.addEventListener("focusin", (event) => { const found = marked(event.target); if (found) light(found); });
  document.addEventListener("focusout", () => light(null));

  // --- the mention that is chosen -----------------------------------------------------------------------------------------------------
  function ring(key) {
    work().dataset.selected = key;
    for (const old of all(".selected", work())) old.classList.remove("selected");
    for (const each of all(`${shownAs.split(", ").map((s) => s.replace("]", `="${key}"]`)).join(", ")}, [data-place="${key}"]`, work())) each.classList.add("selected");
  }
  function reveal(key) {
    const inside = document.querySelector(`#source .m[data-key="${key}"] .w`);
    inside?.scrollIntoView({ block: "nearest" });
    document.querySelector(`[data-place="${key}"]`)?.scrollIntoView({ block: "nearest" });
    document.querySelector(`#graph [data-key="${key}"]`)?.parentElement.scrollTo({ top: document.querySelector(`#graph [data-key="${key}"]`).offsetTop });
    return inside;
  }
  const shown = () => $("card").dataset.key === selected();  // the ring moves at once, the card comes later
  let asking = false;
  function choose(key) {
    clear();
    ring(key);
    ask();
  }
  async function ask() {  // one card at a time; who has gone on meanwhile is brought the one of where they are
    if (asking || shown()) return;
    const key = selected(), path = `/essays/${work().dataset.essay}/mention/${key}`;
    asking = true;
    await htmx.ajax("GET", path, { source: "#asks", target: "#card", swap: "outerHTML" }).catch(() => {});  // base.js says what went wrong
    asking = false;
    if (selected() !== key) ask();
  }
  document.addEventListener("htmx:afterSettle", (event) => { if (event.detail.elt === $("card")) setTimeout(go); });  // only now its buttons work
  function step(forward) {
    const keys = all("#queue [data-place]").map((each) => each.dataset.place);
    if (!keys.length) return;
    const at = keys.indexOf(selected());
    const next = at < 0 ? keys[forward ? 0 : keys.length - 1] : keys[(at + (forward ? 1 : keys.length - 1)) % keys.length];
    choose(next);
    const word = reveal(next);
    if (word) visit(word);
  }

  // --- words ----------------------------------------------------------------------------------------------------------------------------
  const words = () => all("#source .w");
  function visit(word) {  // one word of the text is in the tab order: the last one that was visited
    for (const old of all('#source .w[tabindex="0"]')) old.tabIndex = -1;
    word.tabIndex = 0;
    word.focus({ preventScroll: true });
    word.scrollIntoView({ block: "nearest" });
  }
  function pick(from, to) {
    const every = words();
    const [first, last] = [every.indexOf(from), every.indexOf(to)].sort((a, b) => a - b);
    for (const old of picked) old.classList.remove("picked");
    picked = every.slice(first, last + 1);
    for (const each of picked) each.classList.add("picked");
    offer();
  }
  function offer() {  // the bar stands at the words, under them or, where there is no room, above; on a telephone at the thumb
    const bar = $("chosen"), mention = document.querySelector("#card-heading .m");
    work().classList.add("choosing");
    bar.hidden = false;
    $("chosen-words").textContent = said();
    $("chosen-extent").hidden = !mention || selected() === "-1";
    $("chosen-extent-of").textContent = mention?.textContent ?? "";
    const first = picked[0].getBoundingClientRect(), last = picked[picked.length - 1].getBoundingClientRect();
    if (matchMedia("(max-width: 700px)").matches) {
      bar.removeAttribute("style");
      const under = last.bottom + 12 - bar.getBoundingClientRect().top;
      if (under > 0 && !dragging && !finger?.moved) scrollBy({ top: under });  // else the bar stands on what it asks about
      return;
    }
    const below = last.bottom + 6 + bar.offsetHeight <= innerHeight || first.top - 6 - bar.offsetHeight < 0;
    const left = Math.max(8, Math.min(last.left, innerWidth - bar.offsetWidth - 24));
    bar.style.left = `${left + scrollX}px`;
    bar.style.top = `${(below ? last.bottom + 6 : first.top - 6 - bar.offsetHeight) + scrollY}px`;
  }
  function said() {
    const range = document.createRange();
    range.setStartBefore(picked[0]);
    range.setEndAfter(picked[picked.length - 1]);
    return range.toString();
  }
  function clear() {
    for (const old of picked) old.classList.remove("picked");
    picked = [];
    anchor = null;
    $("chosen").hidden = true;
    work().classList.remove("choosing");
  }
  const extent = () => ({ start: picked[0].dataset.start, end: picked[picked.length - 1].dataset.end });
  function beside(word, key) {
    const every = words(), at = every.indexOf(word);
    if (key === "Home") return every[0];
    if (key === "End") return every[every.length - 1];
    if (key === "ArrowLeft" || key === "ArrowRight") {
      const backwards = (key === "ArrowLeft") !== (getComputedStyle(word.parentElement).direction === "rtl");
      return every[at + (backwards ? -1 : 1)];
    }
    const here = word.getBoundingClientRect(), middle = here.left + here.width / 2, down = key === "ArrowDown";
    const lines = (down ? every.slice(at + 1) : every.slice(0, at).reverse()).map((each) => [each, each.getBoundingClientRect()]);
    const next = lines.find(([, box]) => down ? box.top >= here.bottom - 2 : box.bottom <= here.top + 2);
    if (!next) return undefined;
    const same = lines.filter(([, box]) => Math.abs(box.top - next[1].top) < 4);
    return same.reduce((best, each) => Math.abs(each[1].left + each[1].width / 2 - middle) < Math.abs(best[1].left + best[1].width / 2 - middle) ? each : best)[0];
  }
  function walk(event, word) {
    const next = beside(word, event.key);
    event.preventDefault();
    if (!next) return;
    if (event.shiftKey && !locked()) {
      anchor ??= word;
      pick(anchor, next);
    } else if (picked.length) clear();
    visit(next);
  }
  function roam(event, element) {  // arrow keys in the pseudonymized text and in the graph go from mention to mention
    const inside = all("[data-key]", element.closest("#target, #graph"));
    const next = inside[inside.indexOf(element) + (["ArrowLeft", "ArrowUp"].includes(event.key) ? -1 : 1)];
    event.preventDefault();
    if (!next) return;
    element.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  }

  document.addEventListener("pointerdown", (event) => {
    const word = event.target instanceof Element ? event.target.closest("#source .w") : null;
    if (!word || event.button !== 0 || event.pointerType === "touch") return;
    event.preventDefault();
    if (event.shiftKey && anchor && !locked()) return pick(anchor, word);
    clear();
    anchor = word;
    dragging = true;
    visit(word);
  });
  document.addEventListener("pointermove", (event) => {
    if (!dragging || locked()) return;
    const word = document.elementFromPoint(event.clientX, event.clientY)?.closest("#source .w");
    if (word && (word !== anchor || picked.length)) pick(anchor, word);
  });
  document.addEventListener("pointerup", (event) => {
    if (!dragging) return;
    dragging = false;
    if (picked.length > 1) return;
    const mention = anchor.closest(".m");
    if (mention) return choose(mention.dataset.key);
    if (!locked()) pick(anchor, anchor);
  });
  document.addEventListener("pointercancel", () => { dragging = false; });

  // --- one gesture of a finger: hold a word, slide along its line to the last one and then to a label of the bar, let go -------------------
  const HOLD = 350, STILL = 10;  // milliseconds until a finger holds; pixels that it may tremble
  let finger = null;  // where it came down, on which word, whether it holds and has moved since; the label that it is on
  const rest = () => { clearTimeout(finger?.timer); aim(null); finger = null; };
  function aim(label) {
    if (!finger) return;
    finger.label?.classList.remove("aimed");
    finger.label = label;
    label?.classList.add("aimed");
  }
  document.addEventListener("touchstart", (event) => {
    rest();
    const word = event.target instanceof Element ? event.target.closest("#source .w") : null;
    if (!word || locked() || event.touches.length > 1) return;
    const { clientX: x, clientY: y } = event.touches[0];
    const timer = setTimeout(() => { finger.holds = true; anchor = word; pick(word, word); }, HOLD);
    finger = { x, y, word, timer, holds: false, moved: false, label: null };
  }, { passive: true });
  document.addEventListener("touchmove", (event) => {
    if (!finger) return;
    const { clientX: x, clientY: y } = event.touches[0];
    const far = Math.hypot(x - finger.x, y - finger.y) > STILL;
    if (!finger.holds) return far ? rest() : undefined;  // it scrolls
    event.preventDefault();
    finger.moved ||= far;
    if (!finger.moved) return;  // the bar may have come up under it
    const at = document.elementFromPoint(x, y), word = at?.closest("#source .w");
    aim(at?.closest("#chosen .pick[data-label]") ?? null);
    const top = (each) => each.getBoundingClientRect().top;
    if (word && Math.abs(top(word) - top(anchor)) < 4) pick(anchor, word);  // below are words that it only passes
  }, { passive: false });
  document.addEventListener("touchend", (event) => {
    const label = finger?.label?.dataset.label, held = finger?.holds;
    rest();
    if (!held) return;
    event.preventDefault();  // no click follows
    if (label) apply(label, false);
  }, { passive: false });
  document.addEventListener("touchcancel", rest);
  document.addEventListener("contextmenu", (event) => { if (finger) event.preventDefault(); });  // what holding opens elsewhere
  document.addEventListener("dblclick", (event) => {  // also a word of a mention, which one click chooses
    if (!(event.target instanceof Element) || locked()) return;
    const word = event.target.closest("#source .w") ?? inSource(event.target);
    if (!word) return;
    if (!event.target.closest("#source")) visit(word);
    anchor = word;
    pick(word, word);
  });
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    const word = event.target.closest("#source .w");
    if (word && event.pointerType !== "touch") return;
    const mention = event.target.closest(`#work ${shownAs.replace(", ", ", #work ")}, #queue .place[data-key], #leaks button[data-key]`);
    if (word && anchor && !locked()) return pick(anchor, word);  // touch: the first word, then the last
    if (mention) { choose(mention.dataset.key); if (!event.target.closest("#source")) reveal(mention.dataset.key); return; }
    if (word && !locked()) { anchor = word; return pick(word, word); }
    if (event.target.closest("#chosen-mark, #relabel")) return openPalette(event.target.closest("#relabel") !== null);
    if (event.target.closest("#chosen-clear")) return clear();
    if (event.target.closest("#chosen-extent")) return send("resize", { key: selected(), ...extent() });
    const label = event.target.closest(".pick[data-label]");
    if (label) return apply(label.dataset.label, false);
    const dialog = event.target.closest("[data-opens], [data-closes]");
    if (dialog?.dataset.opens) $(dialog.dataset.opens).showModal();
    if (dialog?.dataset.closes) $(dialog.dataset.closes).close();
    const option = event.target.closest(".option");
    if (option) { active = option; finish(); }
  });

  // --- changes ----------------------------------------------------------------------------------------------------------------------------
  function send(action, values) {
    return htmx.ajax("POST", `/essays/${work().dataset.essay}/${action}`, { source: "#work", target: "#work", swap: "outerHTML", values });
  }
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.verb === "post" && detail.path.startsWith("/essays/")) detail.parameters.parts = parts();
  });
  function apply(label, everywhere) {
    if (locked()) return;
    if (picked.length) return send("add", { ...extent(), label });
    if (selected() !== "-1") return send("relabel", { key: selected(), label, ...(everywhere ? { scope: "all" } : {}) });
  }

  // --- the palette ------------------------------------------------------------------------------------------------------------------------
  let active = null;
  function openPalette(relabel = false) {
    if (relabel) clear();
    if (locked() || (!picked.length && (selected() === "-1" || !shown()))) return;
    const adding = picked.length > 0;
    $("palette-add").hidden = !adding;
    $("palette-relabel").hidden = $("palette-all").hidden = adding;
    $("palette-words").textContent = adding ? said() : document.querySelector("#card-heading .m")?.textContent ?? "";
    $("palette-filter").value = "";
    $("palette-scope").checked = false;
    $("palette").showModal();
    filter();
    $("palette-filter").focus();
  }
  function filter() {
    const wanted = $("palette-filter").value.trim().toLowerCase();
    const options = all(".option");
    for (const each of options) each.hidden = !each.textContent.toLowerCase().includes(wanted);
    const left = options.filter((each) => !each.hidden);
    activate(left.find((each) => each.dataset.value === wanted) ?? left.find((each) => each.dataset.value.startsWith(wanted)) ?? left[0] ?? null);
  }
  function activate(option) {
    for (const each of all(".option[aria-selected=true]")) each.setAttribute("aria-selected", "false");
    active = option;
    $("palette-filter").setAttribute("aria-activedescendant", option?.id ?? "");
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    $("palette-guide").textContent = option ? $(`guide-${option.dataset.value}`).textContent : "";
  }
  function finish() {
    const label = active?.dataset.value, everywhere = $("palette-scope").checked;
    if (!label) return;
    $("palette").close();
    apply(label, everywhere);
  }
  $("palette-filter").addEventListener("input", filter);
  $("palette").addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const left = all(".option").filter((each) => !each.hidden);
      activate(left[(left.indexOf(active) + (event.key === "ArrowDown" ? 1 : left.length - 1)) % left.length] ?? null);
      event.preventDefault();
    } else if (event.key === "Enter" && event.target.tagName !== "BUTTON") {
      event.preventDefault();
      finish();
    }
  });

  // --- keys -------------------------------------------------------------------------------------------------------------------------------
  const typing = (element) => element.matches("textarea, select, input:not([type=checkbox], [type=radio]), [contenteditable]");
  const MOST = 30;  // keys that wait
  const waiting = [];  // keys that were pressed while an answer was under way, in their order
  let sending = 0;
  const busy = () => sending > 0 || asking || (selected() !== "-1" && !shown());
  const digit = (key) => /^[1-9]$/.test(key) ? document.querySelector(`#chosen [data-digit="${key}"]`) : null;
  // Which keys there are is known only once the card has come: until then, any letter or digit waits.
  const command = (key) => (busy() && /^[a-z0-9]$/i.test(key)) || ["j", "k", "l"].includes(key) || digit(key) || document.querySelector(`[data-shortcut="${CSS.escape(key)}"]`);
  function run(key) {
    if (key === "j" || key === "k") return step(key === "j");
    if (key === "l") return openPalette();
    if (digit(key)) return apply(digit(key).dataset.label, false);
    const control = document.querySelector(`[data-shortcut="${CSS.escape(key)}"]`);
    if (!control || control.disabled || control.closest("[hidden]")) return;
    if (picked.length && control.closest("#card")) return;  // the card has given way: it would decide on what nobody sees
    if (typing(control)) {
      control.focus();
      control.select?.();
    } else if (key !== "e" || picked.length) control.click();
  }
  function go() {  // what waited, one after the other; a field that takes the focus ends it, for what follows is typed into it
    while (waiting.length && !busy()) {
      run(waiting.shift());
      if (typing(document.activeElement) || document.querySelector("dialog[open]")) waiting.length = 0;
    }
    tell();
  }
  function tell() {
    $("waiting").textContent = waiting.length ? $("waiting").dataset.text.replace("{count}", waiting.length) : "";
  }
  function forget() {
    if (waiting.length) say(`${$("said").textContent} ${$("waiting").dataset.lost.replace("{count}", waiting.length)}`.trim(), true);
    waiting.length = 0;
    tell();
  }
  document.addEventListener("htmx:beforeRequest", (event) => { if (event.detail.requestConfig.verb === "post") sending += 1; });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig.verb !== "post") return;
    sending -= 1;
    if (event.detail.xhr.status === 200) setTimeout(go);  // until this event is over, htmx lets what is clicked wait without a word
    else forget();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const at = event.target instanceof Element ? event.target : document.body;
    if (event.key === "Escape") {
      if (typing(at)) at.blur();
      waiting.length = 0;
      tell();
      return clear();
    }
    if (typing(at)) return;
    const arrow = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(event.key);
    if (arrow && at.matches("#source .w")) return walk(event, at);
    if (arrow && at.matches("#target .m, #graph .edge")) return roam(event, at);
    if (event.key === "Enter" && at.matches("#source .w")) {
      event.preventDefault();
      if (picked.length) return openPalette();
      const mention = at.closest(".m");
      if (mention) return choose(mention.dataset.key);
      if (locked()) return;
      anchor = at;
      pick(at, at);
      return openPalette();
    }
    if ((event.key === "Enter" || event.key === " ") && at.matches("[role=button][data-key]")) {
      event.preventDefault();
      return choose(at.dataset.key);
    }
    if (!command(event.key)) return;
    event.preventDefault();
    const free = !busy() || picked.length || event.key === "j" || event.key === "k";  // which need no card
    if (sending === 0 && !waiting.length && free) return run(event.key);
    if (waiting.length < MOST) waiting.push(event.key);
    tell();
  });

  // --- what is written and not saved outlives every answer, and that another mention is shown meanwhile -----
  const drafts = new Map();  // key of the mention ("" for the essay) -> what its comment's fields hold
  const COMMENTS = "#comment-form, #note-form";
  const about = (form) => form.elements.key?.value ?? "";
  const fields = (form) => all("textarea, [type=checkbox]", form);
  const held = (field) => field.type === "checkbox" ? field.checked : field.value;
  const stored = (field) => field.type === "checkbox" ? field.defaultChecked : field.defaultValue;
  document.addEventListener("input", (event) => {
    const form = event.target.closest(COMMENTS);
    if (!form) return;
    if (fields(form).some((each) => held(each) !== stored(each))) drafts.set(about(form), fields(form).map(held));
    else drafts.delete(about(form));
  });
  function saved({ elt, formData }) {
    if (elt.matches(COMMENTS) && elt.querySelector("textarea").value === formData.get("text")) drafts.delete(about(elt));
  }
  function restore() {
    for (const form of all(COMMENTS)) {
      const draft = drafts.get(about(form));
      if (draft) fields(form).forEach((each, at) => { each[each.type === "checkbox" ? "checked" : "value"] = draft[at]; });
    }
  }
  window.addEventListener("beforeunload", (event) => { if (drafts.size) event.preventDefault(); });

  // --- one answer, all views: focus and scroll stay where they were ------------------------------------------------------------------------
  const SCROLLED = ["#graph", "#queue .queue", "#leaks .queue", ".right", "#card"], SHOWING = [".right", "#card"];
  let kept = null;
  function keep(whole) {
    const focused = document.activeElement;
    kept = {
      id: focused?.closest("#work, #chosen") ? focused.id : null,
      place: focused?.closest("[data-place]") ? "queue" : null,
      page: [window.scrollX, window.scrollY],
      inner: SCROLLED.map((each) => document.querySelector(each)?.scrollTop ?? 0),
      whole,
      shown: $("card").dataset.key,
    };
  }
  function restored() {  // not after settling: by then somebody may be typing
    if (!kept) return;
    const was = kept;
    kept = null;
    const other = $("card").dataset.key !== was.shown;
    SCROLLED.forEach((each, at) => document.querySelector(each)?.scrollTo({ top: other && SHOWING.includes(each) ? 0 : was.inner[at] }));
    window.scrollTo(...was.page);
    if (was.whole) prepare();
    restore();
    if (was.id !== null && (!was.id || document.activeElement?.id !== was.id)) {
      const same = was.id && $(was.id);
      const instead = was.place ? document.querySelector("#queue .place") : null;
      (same && !same.disabled && same.checkVisibility() ? same : instead ?? $("card-heading"))?.focus({ preventScroll: true });
    }
    if (was.whole && other) reveal(selected());
  }
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { detail } = event;
    if (detail.requestConfig.verb === "post" && detail.xhr.status !== 200) asker = detail.requestConfig.elt;
    if (detail.xhr.getResponseHeader("X-Parts") && detail.target === work()) {
      detail.shouldSwap = false;
      if (detail.xhr.status === 200) saved(detail.requestConfig);
      keep(true);
      const told = place(detail.xhr.responseText);
      work().dataset.selected = told.selected;
      work().setAttribute("hx-vals", JSON.stringify({ head: Number(told.head) }));
      say(told.said, detail.xhr.status !== 200);
      return restored();
    }
    if (!detail.shouldSwap || (detail.target !== work() && detail.target !== $("card"))) return;
    if (detail.xhr.status === 200) saved(detail.requestConfig);
    keep(detail.target === work());
  });
  document.addEventListener("htmx:afterSwap", restored);
  document.addEventListener("htmx:oobAfterSwap", (event) => { if (event.detail.target.id === "said") say($("said").textContent, asker !== null); });

  // --- what is said: at the foot of the window, and a refusal beside what was refused ------------------------------------------------------
  let asker = null;
  function say(text, refused) {
    for (const old of all(".refusal")) old.remove();
    $("said").textContent = text;
    $("said").classList.toggle("wrong", Boolean(refused && text));
    const form = asker?.isConnected && asker !== work() ? asker.closest("form, .row, li") : null;
    asker = null;
    if (!refused || !text || !form) return;
    const beside = Object.assign(document.createElement("p"), { className: "refusal wrong small", textContent: text });
    form.after(beside);
    beside.scrollIntoView({ block: "nearest" });
  }
  document.addEventListener("htmx:beforeRequest", (event) => { if (event.detail.requestConfig.verb === "post") say("", false); });

  let seen = null;
  function prepare() {
    clear();
    for (const first of [document.querySelector("#source .w"), document.querySelector("#target .m"), document.querySelector("#graph .edge")]) {
      if (first && !first.closest("#source, #target, #graph").querySelector('[tabindex="0"]')) first.setAttribute("tabindex", "0");
    }
    ring(selected());
    seen?.disconnect();
    seen = watch(work().dataset.essay);
  }
  prepare();
}
