import type { ReactiveController } from 'lit';

export interface PageEvents {
  /** The page was restored from the back/forward cache, so its data may be old. */
  readonly onRestored: () => void;
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
  [() => document, 'visibilitychange'],
];

/**
 * Reports changes of the page, and that the device is online again. It has no `unload` listener, because browsers do not put
 * pages with one into the back/forward cache.
 */
export class PageLifecycle implements ReactiveController, EventListenerObject {
  readonly #events: PageEvents;

  constructor(events: PageEvents) {
    this.#events = events;
  }

  hostConnected(): void {
    for (const [target, type] of listeners) target().addEventListener(type, this);
    this.#events.onVisible();
  }

  hostDisconnected(): void {
    for (const [target, type] of listeners) target().removeEventListener(type, this);
  }

  handleEvent(event: Event): void {
    const { onRestored, onOnline, onVisible } = this.#events;
    if (event.type === 'visibilitychange') {
      if (document.visibilityState === 'visible') onVisible();
    } else if (event instanceof PageTransitionEvent) {
      if (event.persisted) onRestored();
    } else onOnline();
  }
}
