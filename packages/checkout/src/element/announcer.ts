import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';

/** A sentence for screen readers. */
export interface Announcement {
  /** The sentence, or a function that returns it when it is announced. */
  readonly text: string | (() => string);
  /** `status` waits until the screen reader is silent, `alert` interrupts it. */
  readonly role: 'status' | 'alert';
  /** Default: 100. A longer delay waits until the shopper stops typing. */
  readonly delayMs?: number;
}

type Role = Announcement['role'];

/**
 * The two live regions of an element. They are empty at the first render, and are emptied before each announcement, because screen
 * readers announce changes only.
 */
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

  /** Replaces the previous announcement. */
  announce({ text, role, delayMs = 100 }: Announcement): void {
    clearTimeout(this.#timer);
    this.#show({});
    this.#timer = setTimeout(
      () => this.#show({ [role]: typeof text === 'function' ? text() : text }),
      delayMs,
    );
  }

  regions(): TemplateResult {
    return html`<div class="visually-hidden" role="status">${this.#content.status}</div>
      <div class="visually-hidden" role="alert">${this.#content.alert}</div>`;
  }

  #show(content: Readonly<Partial<Record<Role, string>>>): void {
    this.#content = content;
    this.#host.requestUpdate();
  }
}
