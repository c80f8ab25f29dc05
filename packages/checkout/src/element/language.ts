import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Texts } from '../locales/en.ts';
import { english, findLocale, onRegister, type Locale, hasLanguage } from '../locales/find-locale.ts';
import { Localize } from '../locales/localize.ts';

/** The element shows English if the file of its first language is not loaded after this time. */
const englishAfterMs = 1000;

/** Observes the `lang` attributes that apply. All texts are blank until the first language is loaded, at most a second. */
export class LanguageController implements ReactiveController {
  #localize: Localize;
  #resolveReady: () => void = () => {};
  /** The number of changes. A language is ignored if another change happened while it was loading. */
  #changeId = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #cleanups: readonly (() => void)[] = [];
  readonly #host: ReactiveControllerHost & Element;
  readonly #getOverrides: () => Partial<Texts> | null;

  /** `getOverrides` returns the merchant's own texts for this element. */
  constructor(host: ReactiveControllerHost & Element, getOverrides: () => Partial<Texts> | null) {
    this.#host = host;
    this.#getOverrides = getOverrides;
    this.#localize = new Localize({ getOverrides, isReady: false });
    host.addController(this);
  }

  /** Resolves when the texts of the first language are available. */
  readonly ready: Promise<void> = new Promise((resolve) => (this.#resolveReady = resolve));

  get localize(): Localize {
    return this.#localize;
  }

  hostConnected(): void {
    this.update();
  }

  /** Finds the language of the element again, and observes its ancestors. Call it after a move. */
  update(): void {
    const update = (): void => void this.#update();
    this.#stopObserving();
    this.#cleanups = [observeLanguage(this.#host, update), onRegister(update)];
    update();
  }

  hostDisconnected(): void {
    this.#stopObserving();
    clearTimeout(this.#timer);
    this.#changeId += 1;
  }

  #stopObserving(): void {
    for (const cleanup of this.#cleanups) cleanup();
  }

  async #update(): Promise<void> {
    const found = findLocale(findNearestLanguage(this.#host));
    const changeId = (this.#changeId += 1);
    clearTimeout(this.#timer);
    if (!(found instanceof Promise)) return this.#use(found);
    // Only the first language has this time limit. After that, the previous language is shown until the next
    // one is loaded.
    if (!this.#localize.isReady) this.#timer = setTimeout(() => this.#use(english), englishAfterMs);
    const locale = await found;
    if (changeId === this.#changeId) this.#use(locale);
  }

  #use(locale: Locale): void {
    clearTimeout(this.#timer);
    this.#localize = new Localize({ locale, getOverrides: this.#getOverrides });
    this.#resolveReady();
    this.#host.requestUpdate();
  }
}

/** The nearest `lang` attribute, also outside of shadow roots, or else the first language of the browser with texts. */
function findNearestLanguage(element: Element): string {
  for (const host of findHosts(element)) {
    const tag = host.closest('[lang]')?.getAttribute('lang');
    if (tag === '') break;
    if (tag) return tag;
  }
  return navigator.languages.find(hasLanguage) ?? 'en';
}

/** Calls the listener when a `lang` or `dir` attribute changes that may apply to the element. */
function observeLanguage(element: Element, onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  for (const host of findHosts(element)) {
    observer.observe(host.getRootNode(), { subtree: true, attributeFilter: ['lang', 'dir'] });
  }
  return () => observer.disconnect();
}

/** Returns the element and the hosts of all shadow roots that contain it. */
function findHosts(element: Element): Element[] {
  const root = element.getRootNode();
  return [element, ...(root instanceof ShadowRoot ? findHosts(root.host) : [])];
}
