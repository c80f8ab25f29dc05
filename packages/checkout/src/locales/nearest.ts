import { isSpoken } from './registry.ts';

/**
 * The language that an element is to speak: of its own `lang`, else of the nearest one around it, out of every shadow root
 * it stands in, else the first of the browser's that is spoken here. An empty `lang` means that the page does not know.
 */
export function nearestTag(element: Element): string {
  for (const around of chain(element)) {
    const stated = around.closest('[lang]')?.getAttribute('lang');
    if (stated === '') break;
    if (stated) return stated;
  }
  return navigator.languages.find(isSpoken) ?? 'en';
}

/** Calls back when a `lang` changes that may concern the element. Gives the way to stop that. */
export function watchTags(element: Element, onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  for (const around of chain(element)) {
    observer.observe(around.getRootNode(), { subtree: true, attributeFilter: ['lang'] });
  }
  return () => observer.disconnect();
}

/** The element, then the host of the shadow root it stands in, and so on outwards. */
function chain(element: Element): Element[] {
  const root = element.getRootNode();
  return [element, ...(root instanceof ShadowRoot ? chain(root.host) : [])];
}
