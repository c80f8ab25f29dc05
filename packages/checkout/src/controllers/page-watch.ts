import type { ReactiveController, ReactiveControllerHost } from '../reactive-element.ts';

export interface PageEvents {
  /** The page came out of the back/forward cache: everything on it is old. */
  readonly onRestored: () => void;
  /** Also once at the start. */
  readonly onConnection: (isOffline: boolean) => void;
  /** The page came into view, or the element into the page: another tab may have paid meanwhile, or the device slept. */
  readonly onVisible: () => void;
}

/** Tells what happens to the page while the element is in it. No `unload` handler: one would keep it out of the cache. */
export function watchPage(host: ReactiveControllerHost, events: PageEvents): void {
  host.addController(new PageWatch(events));
}

/** Every event is taken off again by name: old browsers know no `signal` of a listener. */
const watched: readonly (readonly [target: () => EventTarget, type: string])[] = [
  [() => window, 'pageshow'],
  [() => window, 'online'],
  [() => window, 'offline'],
  [() => document, 'visibilitychange'],
];

class PageWatch implements ReactiveController, EventListenerObject {
  readonly #events: PageEvents;

  constructor(events: PageEvents) {
    this.#events = events;
  }

  hostConnected(): void {
    for (const [target, type] of watched) target().addEventListener(type, this);
    this.#events.onConnection(!navigator.onLine);
    this.#events.onVisible();
  }

  hostDisconnected(): void {
    for (const [target, type] of watched) target().removeEventListener(type, this);
  }

  handleEvent(event: Event): void {
    const { onRestored, onConnection, onVisible } = this.#events;
    if (event.type === 'visibilitychange') {
      if (document.visibilityState === 'visible') onVisible();
    } else if (event instanceof PageTransitionEvent) {
      if (event.persisted) onRestored();
    } else onConnection(!navigator.onLine);
  }
}
