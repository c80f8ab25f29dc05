import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Fetcher } from './ask.ts';
import { Announcer } from './controllers/announcer.ts';
import { Localize } from './controllers/localize.ts';
import { earlyFetch } from './early.ts';
import { fire } from './events.ts';
import type { Exit } from './leave.ts';
import type { Texts } from './locales/index.ts';
import { registerLocale } from './locales/registry.ts';
import { ReactiveElement, type PropertyOptions } from './reactive-element.ts';
import { scriptBase } from './script-base.ts';
import { markLogo } from './views/logo.ts';
import type { Frame, ResultActions } from './views/view.ts';

/** What both elements have in common: a frame that can be heard, words, and a server to ask. */
export abstract class PgwElement extends ReactiveElement {
  static override properties: Readonly<Record<string, PropertyOptions>> = {
    endpoint: {},
    theme: { attribute: true },
    frame: { attribute: true },
    headingLevel: { attribute: 'heading-level', read: (text) => Number(text ?? 2) },
    fetcher: { attribute: false },
    exit: { attribute: false },
    texts: { attribute: false },
  };

  /** See `registerLocale`. Here for script tags: `customElements.get('pgw-checkout').registerLocale('fr', {…})`. */
  static readonly registerLocale: typeof registerLocale = registerLocale;

  /**
   * Where the shop's server answers; null: the directory of this script, else `/pgw`.
   * @attr endpoint
   */
  declare endpoint: string | null;
  /**
   * `auto` (null too): the page's `color-scheme`; `light` or `dark`.
   * @attr theme
   * @reflect
   */
  declare theme: string | null;
  /**
   * `none`: no border, radius or padding.
   * @attr frame
   * @reflect
   */
  declare frame: string | null;
  /**
   * Level of the headings, 2 by default.
   * @attr heading-level
   */
  declare headingLevel: number;
  /** Stands in for `fetch`. */
  declare fetcher: Fetcher | null;
  /** Stands in for the browser's way to another page. */
  declare exit: Exit | null;
  /** Words of this element alone, by id, whatever its language: `{ done: 'Back to the shop' }`. */
  declare texts: Partial<Texts> | null;

  protected readonly say: Localize = new Localize(this, () => this.texts);
  protected readonly announcer: Announcer = new Announcer(this);
  protected readonly server = {
    fetcher: (): Fetcher => this.fetcher ?? earlyFetch,
    endpoint: (): string => this.endpoint ?? scriptBase,
  };

  #copied: Frame['copied'] = null;
  #isWaiting = false;
  #isStranded = false;

  constructor() {
    super();
    this.endpoint = null;
    this.headingLevel = 2;
    this.fetcher = null;
    this.exit = null;
    this.texts = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    for (const type of ['load', 'error']) this.renderRoot.addEventListener(type, markLogo, true);
  }

  protected framed(content: unknown, isBusy: boolean): TemplateResult {
    const { say } = this;
    return html`<div class="pgw" lang=${say.language} dir=${say.direction}>
      <section
        class="frame"
        part="container"
        aria-label=${say.isReady ? say.text('region') : nothing}
        aria-busy=${isBusy || !say.isReady}
      >
        <slot name="header"></slot>
        ${content}
      </section>
      ${this.announcer.regions()}
    </div>`;
  }

  /** What every view draws with. */
  protected base(): Frame {
    const hasFooter = [...this.children].some(({ slot }) => slot === 'footer');
    return { say: this.say, headingLevel: this.headingLevel, hasFooter, copied: this.#copied };
  }

  /** Something was copied or selected: shown, and said. */
  protected readonly copied: ResultActions['copied'] = (what, said) => {
    this.#copied = what;
    this.announcer.say(this.say.text(said));
  };

  /** Whether a part is wanted and can't be had. */
  protected get isStranded(): boolean {
    return this.#isStranded;
  }

  /** Loads what has to be shown now. Where it can't be had, the page is told, and `isStranded` says so. */
  protected need(load: () => Promise<unknown>): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#isStranded = false;
    load()
      .catch(() => {
        this.#isStranded = true;
        fire(this, 'pgw-error', { code: 'lost' });
      })
      .finally(() => {
        this.#isWaiting = false;
        this.requestUpdate();
      });
  }

  /** Whether a focus would take nothing away: nothing else on the page has it. */
  protected isFocusFree(): boolean {
    let active = document.activeElement;
    while (active !== this && active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active === null || active === document.body || active === this;
  }
}
