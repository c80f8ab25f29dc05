import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';

/** A sentence for screen readers. */
export interface Announcement {
  /** The sentence, or a function that returns it when it is announced. */
  readonly text: string | (() => string);
  /** A screen reader reads a `status` after its current text. An `alert` interrupts that text. */
  readonly role: 'status' | 'alert';
  /** The delay before the announcement. Default: 100. While the shopper types, use a longer delay. */
  readonly delayMs?: number;
}

type Role = Announcement['role'];

/** Screen readers announce only changes, so the two live regions are emptied before each announcement. */
export class Announcer implements ReactiveController {
  #content: Readonly<Partial<Record<Role, string>>> = {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  /** Announces a sentence. It replaces the previous announcement. */
  announce({ text, role, delayMs = 100 }: Announcement): void {
    this.clear();
    this.#timer = setTimeout(
      () => this.#show({ [role]: typeof text === 'function' ? text() : text }),
      delayMs,
    );
  }

  /** Empties the live regions. An announcement that is still delayed is not made. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#show({});
  }

  /** Renders the live regions. */
  renderRegions(): TemplateResult {
    return html`<div class="visually-hidden" role="status">${this.#content.status}</div>
      <div class="visually-hidden" role="alert">${this.#content.alert}</div>`;
  }

  #show(content: Readonly<Partial<Record<Role, string>>>): void {
    this.#content = content;
    this.#host.requestUpdate();
  }
}
