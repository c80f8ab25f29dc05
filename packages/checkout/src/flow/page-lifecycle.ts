import type { ReactiveController } from 'lit';

export interface PageEvents {
  /** The page was restored from the back/forward cache, so everything on it may be outdated. */
  readonly onRestored: () => void;
  /** Also called once when the element is connected. */
  readonly onConnection: (isOffline: boolean) => void;
  /** The browser reports that it is online again. */
  readonly onOnline: () => void;
  /** The page became visible, or the element was added to it. Another tab may have paid, or the device was asleep. */
  readonly onVisible: () => void;
}

const listeners: readonly (readonly [target: () => EventTarget, type: string])[] = [
  [() => window, 'pageshow'],
  [() => window, 'online'],
  [() => window, 'offline'],
  [() => document, 'visibilitychange'],
];

/** Reports what happens to the page. It has no `unload` listener, which would keep the page out of the back/forward cache. */
export class PageLifecycle implements ReactiveController, EventListenerObject {
  readonly #events: PageEvents;

  constructor(events: PageEvents) {
    this.#events = events;
  }

  hostConnected(): void {
    for (const [target, type] of listeners) target().addEventListener(type, this);
    this.#events.onConnection(!navigator.onLine);
    this.#events.onVisible();
  }

  hostDisconnected(): void {
    for (const [target, type] of listeners) target().removeEventListener(type, this);
  }

  handleEvent(event: Event): void {
    const { onRestored, onConnection, onOnline, onVisible } = this.#events;
    if (event.type === 'visibilitychange') {
      if (document.visibilityState === 'visible') onVisible();
    } else if (event instanceof PageTransitionEvent) {
      if (event.persisted) onRestored();
    } else {
      onConnection(!navigator.onLine);
      if (event.type === 'online') onOnline();
    }
  }
}
