import {
  LitElement,
  supportsAdoptingStyleSheets,
  type CSSResult,
  type PropertyDeclaration,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { Fetcher } from '../api/request.ts';
import { isObject } from '../api/response-guards.ts';
import type { Texts } from '../locales/en.ts';
import { registerLocale } from '../locales/find-locale.ts';
import type { Localize } from '../locales/localize.ts';
import { renderFrame } from '../ui/frame.ts';
import { updateLogoImage } from '../ui/logo.ts';
import type { BaseView, CopyStatus, OutcomeActions } from '../ui/view.ts';
import { addStyles, provideStyleNonce } from './add-styles.ts';
import { Announcer } from './announcer.ts';
import { getDefaultEndpoint } from './default-endpoint.ts';
import { report } from './developer-module.ts';
import { fire } from './events.ts';
import { LanguageController } from './language.ts';
import type { LazyModule } from '../lazy-module.ts';
import type { NavigationAdapter } from './navigation.ts';
import { fetchWithPrefetch } from './prefetch.ts';
import {
  acceptFunction,
  acceptLevel,
  acceptTexts,
  acceptUrl,
  getDefault,
  isNone,
  isTheme,
  type Accept,
} from './properties.ts';
import { prepareTranslatedTexts } from './translated-texts.ts';

/** An element that is added to the page again within this time was moved. Nothing is interrupted then. */
const maxMoveMs = 100;

/** A page may set the order or the payment after it has added the element. */
const inspectAfterMs = 5000;

/** The base class of both elements: their common properties, frame, language and announcements. */
export abstract class PgwElement extends LitElement {
  /** The reactive properties of the element, as Lit defines them. */
  static override properties: PropertyDeclarations = {
    endpoint: { type: acceptUrl },
    theme: { type: isTheme, reflect: true },
    frame: { type: isNone, reflect: true },
    headingLevel: { type: acceptLevel, attribute: 'heading-level' },
    fetcher: { type: acceptFunction, attribute: false },
    navigation: { type: isObject, attribute: false },
    texts: { type: acceptTexts, attribute: false },
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
    /** Without a slash at the end, because each path begins with one. */
    endpoint: (): string => (this.endpoint ?? getDefaultEndpoint()).trim().replace(/\/+$/, ''),
  };

  #removal: ReturnType<typeof setTimeout> | undefined;
  #inspection: ReturnType<typeof setTimeout> | undefined;
  #copyStatus: CopyStatus = null;
  #isLoadingModule = false;
  #hasModuleFailed = false;
  readonly #addedStyles = new Set<CSSResult>();

  /** Undefined, null, an empty text and a value of another type are an absent property. The last is reported. */
  protected static override getPropertyDescriptor(
    name: string,
    key: string | symbol,
    options: PropertyDeclaration,
  ): PropertyDescriptor {
    return {
      get(this: PgwElement & Record<PropertyKey, unknown>): unknown {
        return this[key] ?? getDefault(name);
      },
      set(this: PgwElement & Record<PropertyKey, unknown>, value: unknown): void {
        const before = this[name];
        // The type of every property is a function of properties.ts or a guard.
        this[key] = this.#accept(name, value, options.type as Accept);
        this.requestUpdate(name, before, options);
      },
      configurable: true,
      enumerable: true,
    };
  }

  #accept(name: string, value: unknown, accept: Accept): unknown {
    const given = Number.isFinite(value) ? String(value) : (value ?? '');
    if (given === '') return null;
    const accepted = accept(given);
    if (accepted === true) return given;
    if (accepted === false) report(({ reportValue }) => reportValue(this, name, value));
    return accepted || null;
  }

  /** Starts the controllers, unless the element was only moved. */
  override connectedCallback(): void {
    if (this.#removal === undefined) {
      this.#inspectLater();
      return super.connectedCallback();
    }
    clearTimeout(this.#removal);
    this.#removal = undefined;
    this.language.update();
  }

  /** Stops the controllers if the element is not added to the page again. */
  override disconnectedCallback(): void {
    this.#removal = setTimeout(() => {
      this.#removal = undefined;
      clearTimeout(this.#inspection);
      super.disconnectedCallback();
    }, maxMoveMs);
  }

  /** Reports markup that has no effect. A page may fill an element that is not displayed yet. */
  #inspectLater(): void {
    this.#inspection = setTimeout(() => {
      if (this.getClientRects().length === 0) return this.#inspectLater();
      const isMissing = this.handleMissing();
      if (isMissing || location.protocol === 'http:')
        report(({ reportMarkup }) => reportMarkup(this, isMissing));
    }, inspectAfterMs);
  }

  /** Returns whether the page has not said what the element is to show. If so, shows that. */
  protected abstract handleMissing(): boolean;

  /** Adds the styles again: a browser removes them from an element that is moved to another document. */
  adoptedCallback(): void {
    if (this.shadowRoot !== null && supportsAdoptingStyleSheets) this.#addAllStyles(this.shadowRoot);
  }

  /** Creates the shadow root. Its listener shows the letter of a logo without an image. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    provideStyleNonce();
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    // LitElement does the same, but its style sheets belong to the document of the script.
    this.renderOptions.renderBefore = root.firstChild;
    this.#addAllStyles(root);
    for (const type of ['load', 'error']) root.addEventListener(type, updateLogoImage, true);
    return root;
  }

  #addAllStyles(root: ShadowRoot): void {
    const { elementStyles } = this.constructor as typeof PgwElement;
    // The elements have no styles of another type.
    addStyles(root, ...(elementStyles as CSSResult[]), ...this.#addedStyles);
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

  /** If the module of the current screen cannot be loaded, fires `pgw-error` and sets `hasModuleFailed`. */
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
