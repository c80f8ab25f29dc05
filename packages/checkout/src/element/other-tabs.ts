import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** A message to the other tabs of this browser: a payment has a new state. It has no content, because each tab requests the state from the server. */
export class OtherTabs implements ReactiveController {
  #channel: BroadcastChannel | null = null;
  readonly #onChange: () => void;

  constructor(host: ReactiveControllerHost, onChange: () => void) {
    this.#onChange = onChange;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pageshow', this.#open);
    addEventListener('pagehide', this.#close);
    this.#open();
  }

  hostDisconnected(): void {
    removeEventListener('pageshow', this.#open);
    removeEventListener('pagehide', this.#close);
    this.#close();
  }

  notify(): void {
    this.#channel?.postMessage(null);
  }

  readonly #open = (): void => {
    // Safari before 15.4 has none.
    if (this.#channel !== null || !('BroadcastChannel' in globalThis)) return;
    this.#channel = new BroadcastChannel('pgw-payments');
    this.#channel.addEventListener('message', this.#onChange);
  };

  /** A page with an open channel is not put into the back/forward cache. */
  readonly #close = (): void => {
    this.#channel?.close();
    this.#channel = null;
  };
}
