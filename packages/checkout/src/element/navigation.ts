import { safeUrl } from '../api/safe-url.ts';

/** What navigation needs from the browser. Tests and shops replace it with the `navigation` property of an element. */
export interface Navigation {
  /** Navigates the whole tab to a URL. Throws in a frame that may not do this; the shopper then gets a link. */
  readonly assign: (url: string) => void;
}

/**
 * Navigates to a URL. No other code of the elements leaves the page. Returns false if the URL is not safe (a `javascript:` URL, for example),
 * or if a frame may not navigate the tab: the shopper then gets a link.
 */
export function navigate(url: string, navigation: Navigation = browserNavigation): boolean {
  const safe = safeUrl(url);
  if (safe === null) return false;
  try {
    navigation.assign(safe);
    return true;
  } catch {
    return false;
  }
}

const browserNavigation: Navigation = {
  assign: (url) => {
    // In a frame, `top` is the page of the tab. Another origin cannot call its `location.assign`, but it can set `href`.
    (window.top ?? window).location.href = url;
  },
};
