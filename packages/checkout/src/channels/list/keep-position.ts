const slideMs = 200;

/**
 * Keeps an element at its place on the screen while the layout changes. Call the returned function after the change: it
 * scrolls, and slides the content of `content` for the distance that could not be scrolled.
 */
export function keepPosition(element: Element, content: Element): () => void {
  const { top } = element.getBoundingClientRect();
  const getDistance = (): number => element.getBoundingClientRect().top - top;
  return () => {
    if (!element.isConnected || getDistance() === 0) return;
    findScroller(element).scrollBy({ top: getDistance(), behavior: 'instant' });
    const rest = getDistance();
    if (rest !== 0 && !matchMedia('(prefers-reduced-motion: reduce)').matches)
      content.animate([{ transform: `translateY(${-rest}px)` }, { transform: 'none' }], {
        duration: slideMs,
        easing: 'cubic-bezier(0.2, 0, 0, 1)',
      });
  };
}

/** Finds the nearest ancestor that scrolls, also outside shadow roots. */
function findScroller(element: Element): Element {
  let node: Node | null = element;
  while ((node = node.parentNode ?? (node instanceof ShadowRoot ? node.host : null)) !== null) {
    if (!(node instanceof Element) || node === document.documentElement || node === document.body) continue;
    const isScrollable = /auto|scroll/.test(getComputedStyle(node).overflowY);
    if (isScrollable && node.scrollHeight > node.clientHeight) return node;
  }
  return document.scrollingElement ?? document.documentElement;
}
