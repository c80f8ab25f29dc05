/** A page translator replaces texts by elements. Lit then writes to `data` of the element, which replaces it. */
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
