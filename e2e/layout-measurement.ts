/**
 * Finds what does not fit on a page: texts, images and controls that are partly outside the screen, outside a box
 * around them, or cut off by it. Returns a line for each, with the page's element, the box and the number of pixels.
 * A box that the keyboard can scroll may be wider than the screen, as a table of data may.
 *
 * This function runs in the page, so it contains everything that it uses.
 */
export function findOverflow(): string[] {
  /** The browser rounds sizes to whole pixels. */
  const roundingPx = 1;
  const findParent = (node: Node): Element | null => {
    if (node instanceof Element && node.assignedSlot !== null) return node.assignedSlot;
    const { parentNode } = node;
    return parentNode instanceof ShadowRoot
      ? parentNode.host
      : parentNode instanceof Element
        ? parentNode
        : null;
  };
  const listAncestors = (node: Node): Element[] => {
    const parent = findParent(node);
    return parent === null ? [] : [parent, ...listAncestors(parent)];
  };
  const listNodes = (root: Node): Node[] => [
    root,
    ...(root instanceof Element && root.shadowRoot !== null ? listNodes(root.shadowRoot) : []),
    ...[...root.childNodes].flatMap(listNodes),
  ];
  // The content of these elements has no layout of its own, or it scrolls with the cursor.
  const isControl = (node: Node): node is Element =>
    node instanceof Element && node.matches('img, svg, input, textarea, select, button, progress, iframe');
  const isText = (node: Node): boolean => node instanceof Text && node.data.trim() !== '';
  const measure = (node: Node): DOMRect => {
    if (node instanceof Element) return node.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  // A text for screen readers is clipped to nothing.
  const isHidden = (element: Element): boolean =>
    getComputedStyle(element).clipPath !== 'none' || element.matches('script, style, svg, option, [inert]');
  const isReachable = (element: Element): boolean =>
    element.matches('[tabindex="0"]') || element.querySelector('a, button, input, select') !== null;
  const describe = (node: Node): string => {
    const element = node instanceof Element ? node : findParent(node);
    const names = [...(element?.classList ?? [])].map((name) => `.${name}`).join('');
    const text = (node.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 30);
    return `${element?.localName ?? ''}${names}${text && node instanceof Text ? ` "${text}"` : ''}`;
  };
  const findNegativeMargin = (element: Element): number => {
    const { marginLeft, marginRight } = getComputedStyle(element);
    return Math.max(0, -parseFloat(marginLeft), -parseFloat(marginRight));
  };
  const findProblem = (node: Node, ancestors: readonly Element[]): string | undefined => {
    const { left, right, top, bottom, width } = measure(node);
    if (width === 0) return undefined;
    let isPositioned = node instanceof Element && getComputedStyle(node).position === 'absolute';
    // A negative margin places an element partly outside its box on purpose.
    let margin = node instanceof Element ? findNegativeMargin(node) : 0;
    for (const box of ancestors) {
      const { display, overflowX, overflowY, position } = getComputedStyle(box);
      if (/auto|scroll/.test(overflowX) && isReachable(box)) return undefined;
      const edges = box.getBoundingClientRect();
      const wide = Math.round(Math.max(right - edges.right, edges.left - left) - margin);
      const high = Math.round(Math.max(bottom - edges.bottom, edges.top - top));
      if (wide > roundingPx && !isPositioned && !/inline$|contents/.test(display))
        return `${describe(node)} is ${wide} px outside ${describe(box)}`;
      if (high > roundingPx && /hidden|clip/.test(overflowY))
        return `${describe(node)} is cut off by ${describe(box)} by ${high} px`;
      isPositioned ||= position === 'absolute';
      margin += findNegativeMargin(box);
    }
    const beyond = Math.round(Math.max(right - innerWidth, -left));
    return beyond > roundingPx ? `${describe(node)} is ${beyond} px outside the screen` : undefined;
  };
  const problems = listNodes(document.body)
    .filter((node) => isControl(node) || isText(node))
    .map((node) => ({ node, ancestors: listAncestors(node) }))
    .filter(({ ancestors }) => !ancestors.some(isHidden) && ancestors[0]?.checkVisibility())
    .flatMap(({ node, ancestors }) => findProblem(node, ancestors) ?? []);
  const pageWidth = document.documentElement.scrollWidth;
  return [...new Set(problems), ...(pageWidth > innerWidth ? [`the page is ${pageWidth} px wide`] : [])];
}
