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
    const { top } = window;
    // A frame of another origin cannot call `assign` of the tab, but it can set `href`.
    if (top !== null && top !== window) top.location.href = url;
    else location.assign(url);
  },
};
