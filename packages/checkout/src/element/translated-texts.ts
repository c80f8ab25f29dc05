/**
 * Prepares an update of texts that a page translator has replaced by elements, such as `<font>`. Lit writes a new
 * text to the property `data` of the node behind its comment. If this node is such an element, the text replaces
 * the element. Call it before each update.
 */
export function prepareTranslatedTexts(root: Node): void {
  const comments = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  while (comments.nextNode()) {
    const { nextSibling } = comments.currentNode;
    if (nextSibling instanceof Element && !('data' in nextSibling))
      Object.defineProperty(nextSibling, 'data', {
        set(text: string) {
          nextSibling.replaceWith(text);
        },
      });
  }
}
