import { LitElement, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { Fetcher } from './ask.ts';
import { copyText } from './clipboard.ts';
import { Announcer } from './controllers/announcer.ts';
import { Localize } from './controllers/localize.ts';
import type { Exit } from './leave.ts';
import type { Texts } from './locales/index.ts';
import { registerLocale } from './locales/registry.ts';
import { scriptBase } from './script-base.ts';
import type { Frame } from './views/view.ts';

/** What both elements have in common: a frame that can be heard, words, and a server to ask. */
export abstract class PgwElement extends LitElement {
  static override properties: PropertyDeclarations = {
    endpoint: {},
    headingLevel: { type: Number, attribute: 'heading-level' },
    fetcher: { attribute: false },
    exit: { attribute: false },
    texts: { attribute: false },
  };

  /** See `registerLocale`. Here for script tags: `customElements.get('pgw-checkout').registerLocale('fr', {…})`. */
  static readonly registerLocale: typeof registerLocale = registerLocale;

  declare endpoint: string | null;
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
    fetcher: (): Fetcher => this.fetcher ?? ((url, init) => fetch(url, init)),
    endpoint: (): string => this.endpoint ?? scriptBase,
  };

  constructor() {
    super();
    this.endpoint = null;
    this.headingLevel = 2;
    this.fetcher = null;
    this.exit = null;
    this.texts = null;
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

  protected frame(): Frame {
    const hasFooter = this.querySelector('[slot=footer]') !== null;
    return { say: this.say, headingLevel: this.headingLevel, hasFooter };
  }

  protected async copy(reference: string): Promise<void> {
    if (await copyText(reference)) this.announcer.say(this.say.text('copied'));
  }

  /** Whether a focus would take nothing away: nothing else on the page has it. */
  protected isFocusFree(): boolean {
    const { activeElement } = document;
    return activeElement === null || activeElement === document.body || activeElement === this;
  }
}
