import { hasLanguage } from '../locales/find-locale.ts';

/**
 * The language of an element: its own `lang`, otherwise that of the nearest ancestor, through all shadow roots, otherwise the
 * first language of the browser that the elements have. An empty `lang` means that the page does not know its language.
 */
export function nearestLanguage(element: Element): string {
  for (const host of hostsOf(element)) {
    const tag = host.closest('[lang]')?.getAttribute('lang');
    if (tag === '') break;
    if (tag) return tag;
  }
  return navigator.languages.find(hasLanguage) ?? 'en';
}

/** Calls the listener when a `lang` attribute changes that may apply to the element. Returns a function that stops this. */
export function observeLanguage(element: Element, onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  for (const host of hostsOf(element)) {
    observer.observe(host.getRootNode(), { subtree: true, attributeFilter: ['lang'] });
  }
  return () => observer.disconnect();
}

/** The element, the host of its shadow root, the host of that one's shadow root, and so on. */
function hostsOf(element: Element): Element[] {
  const root = element.getRootNode();
  return [element, ...(root instanceof ShadowRoot ? hostsOf(root.host) : [])];
}
