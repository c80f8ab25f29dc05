import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Texts } from '../locales/en.ts';
import { english, findLocale, onRegister, type Locale } from '../locales/find-locale.ts';
import { Localize } from '../locales/localize.ts';
import { nearestLanguage, observeLanguage } from './nearest-language.ts';

/** How long the first render waits for the file of its language before it shows English. */
const englishAfterMs = 1000;

/**
 * Keeps the language of an element: it follows every `lang` attribute around the element, and languages that are registered later.
 * Until the first language is loaded all texts are blank, for at most a second.
 */
export class LanguageController implements ReactiveController {
  #localize: Localize;
  #resolveReady: () => void = () => {};
  /** Counts the changes: a language that was loaded for an older one is not shown. */
  #changes = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #cleanups: readonly (() => void)[] = [];
  readonly #host: ReactiveControllerHost & Element;
  readonly #overrides: () => Partial<Texts> | null;

  /** `overrides` are the merchant's own texts for this element. */
  constructor(host: ReactiveControllerHost & Element, overrides: () => Partial<Texts> | null) {
    this.#host = host;
    this.#overrides = overrides;
    this.#localize = new Localize({ overrides, isReady: false });
    host.addController(this);
  }

  /** Resolves as soon as there are texts. */
  readonly ready: Promise<void> = new Promise((resolve) => (this.#resolveReady = resolve));

  get localize(): Localize {
    return this.#localize;
  }

  hostConnected(): void {
    const update = (): void => void this.#update();
    this.#cleanups = [observeLanguage(this.#host, update), onRegister(update)];
    update();
  }

  hostDisconnected(): void {
    for (const cleanup of this.#cleanups) cleanup();
    clearTimeout(this.#timer);
    this.#changes += 1;
  }

  async #update(): Promise<void> {
    const found = findLocale(nearestLanguage(this.#host));
    const change = (this.#changes += 1);
    clearTimeout(this.#timer);
    if (!(found instanceof Promise)) return this.#use(found);
    // Only the first language has this time limit. Later the previous language is shown until the new one is loaded.
    if (!this.#localize.isReady) this.#timer = setTimeout(() => this.#use(english), englishAfterMs);
    const locale = await found;
    if (change === this.#changes) this.#use(locale);
  }

  #use(locale: Locale): void {
    clearTimeout(this.#timer);
    this.#localize = new Localize({ locale, overrides: this.#overrides });
    this.#resolveReady();
    this.#host.requestUpdate();
  }
}
