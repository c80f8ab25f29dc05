import {
  LitElement,
  type CSSResult,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { Fetcher } from '../api/request.ts';
import type { Texts } from '../locales/en.ts';
import { registerLocale } from '../locales/find-locale.ts';
import type { Localize } from '../locales/localize.ts';
import { renderFrame } from '../ui/frame.ts';
import { updateLogoImage } from '../ui/logo.ts';
import type { BaseView, CopyStatus, OutcomeActions } from '../ui/view.ts';
import { addStyles, provideStyleNonce } from './add-styles.ts';
import { Announcer } from './announcer.ts';
import { getDefaultEndpoint } from './default-endpoint.ts';
import { fire } from './events.ts';
import { LanguageController } from './language.ts';
import type { LazyModule } from './lazy-module.ts';
import type { NavigationAdapter } from './navigation.ts';
import { fetchWithPrefetch } from './prefetch.ts';
import { prepareTranslatedTexts } from './translated-texts.ts';

/**
 * An element that is added to the page again within this time was moved. Its requests, its timers and the card that the
 * shopper types are not interrupted.
 */
const maxMoveMs = 100;

/** The base class of both elements: their common properties, frame, language and announcements. */
export abstract class PgwElement extends LitElement {
  /** The reactive properties of the element, as Lit defines them. */
  static override properties: PropertyDeclarations = {
    endpoint: {},
    theme: { reflect: true },
    frame: { reflect: true },
    headingLevel: { attribute: 'heading-level', converter: (value: string | null) => Number(value ?? 2) },
    fetcher: { attribute: false },
    navigation: { attribute: false },
    texts: { attribute: false },
  };

  /**
   * See `registerLocale`. For script tags: `customElements.get('pgw-checkout').registerLocale('fr', {…})`.
   */
  static readonly registerLocale: typeof registerLocale = registerLocale;

  /**
   * The URL of the routes on the shop's server. Null: the directory of this script, else `/pgw`.
   * @attr endpoint
   */
  declare endpoint: string | null;
  /**
   * `light`, `dark`, or `auto` for the page's `color-scheme`. Null means `auto`.
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
   * The level of the headings. Default: 2.
   * @attr heading-level
   */
  declare headingLevel: number;
  /** A function that replaces `fetch`, for tests. */
  declare fetcher: Fetcher | null;
  /** An object that replaces the browser's navigation, for tests. */
  declare navigation: NavigationAdapter | null;
  /** Texts that replace those of every language in this element, by id: `{ retry: 'Pay again' }`. */
  declare texts: Partial<Texts> | null;

  protected readonly language: LanguageController = new LanguageController(this, () => this.texts);
  protected readonly announcer: Announcer = new Announcer(this);
  protected readonly server = {
    fetcher: (): Fetcher => this.fetcher ?? fetchWithPrefetch,
    endpoint: (): string => this.endpoint ?? getDefaultEndpoint(),
  };

  #removal: ReturnType<typeof setTimeout> | undefined;
  #copyStatus: CopyStatus = null;
  #isLoadingModule = false;
  #hasModuleFailed = false;
  readonly #addedStyles = new Set<CSSResult>();

  constructor() {
    super();
    this.endpoint = null;
    this.theme = null;
    this.frame = null;
    this.headingLevel = 2;
    this.fetcher = null;
    this.navigation = null;
    this.texts = null;
  }

  /** Starts the controllers, unless the element was only moved. */
  override connectedCallback(): void {
    if (this.#removal === undefined) return super.connectedCallback();
    clearTimeout(this.#removal);
    this.#removal = undefined;
    this.language.update();
  }

  /** Stops the controllers if the element is not added to the page again. */
  override disconnectedCallback(): void {
    this.#removal = setTimeout(() => {
      this.#removal = undefined;
      super.disconnectedCallback();
    }, maxMoveMs);
  }

  /** Creates the shadow root. Its listener shows the letter of a logo without an image. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    provideStyleNonce();
    const root = super.createRenderRoot();
    for (const type of ['load', 'error']) root.addEventListener(type, updateLogoImage, true);
    return root;
  }

  /** Renders the element again, also after a page translator has replaced its texts. */
  protected override update(changed: PropertyValues<this>): void {
    prepareTranslatedTexts(this.renderRoot);
    super.update(changed);
  }

  protected get localize(): Localize {
    return this.language.localize;
  }

  /** Adds the styles of the lazy modules that are loaded. Adds each style sheet only once. */
  protected addStylesOf(...modules: readonly LazyModule<{ readonly styles: CSSResult }>[]): void {
    const { shadowRoot } = this;
    for (const { value } of modules) {
      if (value === null || shadowRoot === null || this.#addedStyles.has(value.styles)) continue;
      this.#addedStyles.add(value.styles);
      addStyles(shadowRoot, value.styles);
    }
  }

  /** Renders content inside the frame of the element. */
  protected renderFrame(content: unknown, isBusy: boolean): TemplateResult {
    const { localize, dir } = this;
    return renderFrame({
      localize,
      direction: dir === 'ltr' || dir === 'rtl' ? dir : localize.direction,
      content,
      isBusy: isBusy || !localize.isReady,
      regions: this.announcer.renderRegions(),
    });
  }

  /** Returns the data for every view of the element. */
  protected createBaseView(): BaseView {
    const { localize, headingLevel } = this;
    const hasFooter = [...this.children].some(({ slot }) => slot === 'footer');
    return { localize, headingLevel, hasFooter, copyStatus: this.#copyStatus };
  }

  /** Shows and announces that something was copied or selected. */
  protected readonly showCopyStatus: OutcomeActions['showCopyStatus'] = (status, text) => {
    this.#copyStatus = status;
    this.announcer.announce({ text: this.localize.text(text), role: 'status' });
  };

  /** Whether the module for the current screen could not be loaded. */
  protected get hasModuleFailed(): boolean {
    return this.#hasModuleFailed;
  }

  /**
   * Loads the module for the current screen. If this fails, fires `pgw-error` and sets `hasModuleFailed`.
   */
  protected requireModule(module: LazyModule<unknown>): void {
    if (this.#isLoadingModule) return;
    this.#isLoadingModule = true;
    this.#hasModuleFailed = false;
    module
      .load()
      .catch(() => {
        this.#hasModuleFailed = true;
        fire(this, 'pgw-error', { code: 'chunk-unavailable' });
      })
      .finally(() => {
        this.#isLoadingModule = false;
        this.requestUpdate();
      });
  }
}
