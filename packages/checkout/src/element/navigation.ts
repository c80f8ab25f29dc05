import { toSafeUrl } from '../api/safe-url.ts';

/**
 * The object with which an element navigates. Tests replace it with the `navigation` property of an
 * element.
 */
export interface NavigationAdapter {
  /**
   * Navigates the whole tab to a URL. It can throw, for example in a sandboxed frame. The element then shows a
   * link.
   */
  readonly assign: (url: string) => void;
}

/**
 * Navigates to a URL. No other function of the elements navigates. Returns false if the URL is not safe, such
 * as a `javascript:` URL, or if the frame may not navigate the tab.
 */
export function navigate(url: string, navigation: NavigationAdapter = browserNavigation): boolean {
  const safe = toSafeUrl(url);
  if (safe === null) return false;
  try {
    navigation.assign(safe);
    return true;
  } catch {
    return false;
  }
}

const browserNavigation: NavigationAdapter = {
  assign: (url) => {
    // In a frame, `top` is the page of the tab. A frame of another origin may set `location.href`, but may
    // not call `location.assign`.
    (window.top ?? window).location.href = url;
  },
};
