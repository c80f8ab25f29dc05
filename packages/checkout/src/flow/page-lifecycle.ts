import type { ReactiveController } from 'lit';

export interface PageEvents {
  /** The page was restored from the back/forward cache, so its data may be old. */
  readonly onRestored: () => void;
  /** The browser reports that it is online again. */
  readonly onOnline: () => void;
  /** The page became visible, or the element was added to it. The shopper may have paid in another tab. */
  readonly onVisible: () => void;
  /** The shopper leaves the page, or reloads it. */
  readonly onLeft: () => void;
}

const listeners: readonly (readonly [target: () => EventTarget, type: string])[] = [
  [() => window, 'pageshow'],
  [() => window, 'pagehide'],
  [() => window, 'online'],
  [() => document, 'visibilitychange'],
];

/** It has no `unload` listener, because pages with one are not put into the back/forward cache. */
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
    const { onRestored, onOnline, onVisible, onLeft } = this.#events;
    if (event.type === 'visibilitychange') {
      if (document.visibilityState === 'visible') onVisible();
    } else if (event instanceof PageTransitionEvent) {
      if (event.type === 'pagehide') onLeft();
      else if (event.persisted) onRestored();
    } else onOnline();
  }
}
