import { html, type TemplateResult } from 'lit/html.js';
import type { ReactiveController, ReactiveControllerHost } from '../reactive-element.ts';

/** The two live regions of an element: empty from the first render, cleared before each sentence so that it is heard. */
export class Announcer implements ReactiveController {
  #status = '';
  #alert = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  /** Says a sentence: politely, or at once with `alert`. `delayMs` lets typing come to rest first. */
  say(sentence: string, how: 'status' | 'alert' = 'status', delayMs = 100): void {
    clearTimeout(this.#timer);
    this.#set('', '');
    this.#timer = setTimeout(
      () => (how === 'alert' ? this.#set('', sentence) : this.#set(sentence, '')),
      delayMs,
    );
  }

  regions(): TemplateResult {
    return html`<div class="heard" role="status">${this.#status}</div>
      <div class="heard" role="alert">${this.#alert}</div>`;
  }

  #set(status: string, alert: string): void {
    this.#status = status;
    this.#alert = alert;
    this.#host.requestUpdate();
  }
}
