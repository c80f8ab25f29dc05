import { hasLanguage } from '../locales/find-locale.ts';

/**
 * Returns the language of an element: its `lang` attribute, or the one of its nearest ancestor, also outside
 * of shadow roots. Without an attribute, returns the first language of the browser for which there are texts.
 * An empty `lang` attribute means that the language of the page is not known.
 */
export function findNearestLanguage(element: Element): string {
  for (const host of findHosts(element)) {
    const tag = host.closest('[lang]')?.getAttribute('lang');
    if (tag === '') break;
    if (tag) return tag;
  }
  return navigator.languages.find(hasLanguage) ?? 'en';
}

/**
 * Calls the listener when a `lang` or `dir` attribute changes that may apply to the element. Returns a function
 * that removes the listener.
 */
export function observeLanguage(element: Element, onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  for (const host of findHosts(element)) {
    observer.observe(host.getRootNode(), { subtree: true, attributeFilter: ['lang', 'dir'] });
  }
  return () => observer.disconnect();
}

/** Returns the element and the hosts of all shadow roots that contain it. */
function findHosts(element: Element): Element[] {
  const root = element.getRootNode();
  return [element, ...(root instanceof ShadowRoot ? findHosts(root.host) : [])];
}
