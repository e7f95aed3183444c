// A word of the pseudonymized text that is in no mention stands in the source, too: which one it is there, of the place that a double click chose.
const FAR = 20;  // characters to the next word that is the same: an article or an adjective between them may be another
const unmarked = (node) => (node.parentElement.closest(".m") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);

export function inSource(element) {
  const block = element.closest("#target .block"), selection = getSelection();
  if (!block || element.closest(".m") || !selection.rangeCount) return null;
  const { startContainer, startOffset } = selection.getRangeAt(0);
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT, unmarked);
  let text = "", at = -1, from = 0;
  while (walker.nextNode()) {
    if (walker.currentNode === startContainer) at = text.length + startOffset;
    text += walker.currentNode.data;
  }
  for (const word of document.querySelectorAll(`#s${block.id.slice(1)} .w`)) {
    const found = word.closest(".m") ? -1 : text.indexOf(word.textContent, from);
    if (found < 0 || found - from > FAR) continue;
    from = found + word.textContent.length;
    if (at < from) return at < found ? null : word;
  }
  return null;
}
