import type { ReactiveController } from 'lit';

export interface PageEvents {
  /** The page was restored from the back/forward cache, so its data may be old. */
  readonly onRestored: () => void;
  /** The connection of the device changed. Also called when the element is added to the page. */
  readonly onConnection: (isOffline: boolean) => void;
  /** The browser reports that it is online again. */
  readonly onOnline: () => void;
  /**
   * The page became visible, or the element was added to it. In the meantime the device may have been asleep,
   * or the shopper may have paid in another tab.
   */
  readonly onVisible: () => void;
}

const listeners: readonly (readonly [target: () => EventTarget, type: string])[] = [
  [() => window, 'pageshow'],
  [() => window, 'online'],
  [() => window, 'offline'],
  [() => document, 'visibilitychange'],
];

/**
 * Reports changes of the page and of the connection. It has no `unload` listener, because browsers do not put
 * pages with one into the back/forward cache.
 */
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
