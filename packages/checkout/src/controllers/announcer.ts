import { html, type TemplateResult } from 'lit/html.js';
import type { ReactiveController, ReactiveControllerHost } from '../reactive-element.ts';

/** What is said, or what makes it once it is time. */
export type Sentence = string | (() => string);

/** By the region that says it. */
type Said = Readonly<Partial<Record<'status' | 'alert', string>>>;

/** The two live regions of an element: empty from the first render, cleared before each sentence so that it is heard. */
export class Announcer implements ReactiveController {
  #said: Said = {};
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
  say(sentence: Sentence, how: 'status' | 'alert' = 'status', delayMs = 100): void {
    clearTimeout(this.#timer);
    this.#show({});
    this.#timer = setTimeout(
      () => this.#show({ [how]: typeof sentence === 'function' ? sentence() : sentence }),
      delayMs,
    );
  }

  regions(): TemplateResult {
    return html`<div class="heard" role="status">${this.#said.status}</div>
      <div class="heard" role="alert">${this.#said.alert}</div>`;
  }

  #show(said: Said): void {
    this.#said = said;
    this.#host.requestUpdate();
  }
}
