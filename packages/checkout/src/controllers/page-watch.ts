import type { ReactiveController, ReactiveControllerHost } from 'lit';

export interface PageEvents {
  /** The page came out of the back/forward cache: everything on it is old. */
  readonly onRestored: () => void;
  /** Also once at the start. */
  readonly onConnection: (isOffline: boolean) => void;
  /** The page came into view: another tab may have paid meanwhile, or the device slept. */
  readonly onVisible: () => void;
}

/** Tells what happens to the page while the element is in it. No `unload` handler: one would keep it out of the cache. */
export function watchPage(host: ReactiveControllerHost, events: PageEvents): void {
  host.addController(new PageWatch(events));
}

class PageWatch implements ReactiveController {
  #gone = new AbortController();
  readonly #events: PageEvents;

  constructor(events: PageEvents) {
    this.#events = events;
  }

  hostConnected(): void {
    const { signal } = (this.#gone = new AbortController());
    const { onRestored, onConnection, onVisible } = this.#events;
    const connection = (): void => onConnection(!navigator.onLine);
    addEventListener('pageshow', ({ persisted }) => persisted && onRestored(), { signal });
    addEventListener('online', connection, { signal });
    addEventListener('offline', connection, { signal });
    document.addEventListener(
      'visibilitychange',
      () => document.visibilityState === 'visible' && onVisible(),
      { signal },
    );
    connection();
  }

  hostDisconnected(): void {
    this.#gone.abort();
  }
}
