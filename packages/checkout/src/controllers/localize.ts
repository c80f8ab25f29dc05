import { html } from 'lit/html.js';
import type { ReactiveController, ReactiveControllerHost } from '../reactive-element.ts';
import { english, englishText, type Locale, type Text, type TextId, type Texts } from '../locales/index.ts';
import { nearestTag, watchTags } from '../locales/nearest.ts';
import { localeFor, onRegister } from '../locales/registry.ts';
import { fill, formFor } from '../locales/text.ts';
import { formatCount, formatMoney, moneyParts, type Sum } from '../money.ts';

type Words = Readonly<Record<string, string | number>>;

/** How long the first words wait for the file of their language before English stands in. */
const patienceMs = 1000;

/** From Hebrew on: letters that may be read from right to left, and marks that turn the direction. */
const foreign = /[\u0590-\uffff]/;

/** Stands in for a text while its language is on the way, at the height of a line. */
const blank = '\u00a0';

/**
 * Texts, sums and dates in the language of the element: its own `lang`, else the nearest, else the browser's. Follows
 * changes of any of them, and languages that are registered later.
 */
export class Localize implements ReactiveController {
  #locale: Locale = english;
  #isReady = false;
  #settle: () => void = () => {};
  /** Counts the questions; what an older one brings is not shown. */
  #run = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stops: readonly (() => void)[] = [];
  readonly #host: ReactiveControllerHost & Element;
  readonly #overrides: () => Partial<Texts> | null;

  /** `overrides` are the merchant's own words, by id, in whatever language. */
  constructor(host: ReactiveControllerHost & Element, overrides: () => Partial<Texts> | null = () => null) {
    this.#host = host;
    this.#overrides = overrides;
    host.addController(this);
  }

  hostConnected(): void {
    const choose = (): void => void this.#choose();
    this.#stops = [watchTags(this.#host, choose), onRegister(choose)];
    choose();
  }

  hostDisconnected(): void {
    for (const stop of this.#stops) stop();
    clearTimeout(this.#timer);
    this.#run += 1;
  }

  /** False while the file of the first language is on the way: at most a second, in which every text is blank. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Kept as soon as there are words. */
  readonly ready: Promise<void> = new Promise((resolve) => (this.#settle = resolve));

  get language(): string {
    return this.#locale.language;
  }

  /** The tag by which numbers and dates are written. */
  get format(): string {
    return this.#locale.format;
  }

  get direction(): 'ltr' | 'rtl' {
    return this.#locale.direction;
  }

  /** A text with its `{names}` filled in: for attributes and announcements. A number `n` picks the plural form. */
  text(id: TextId, words: Words = {}): string {
    return this.#fill(id, words, (word) => word).join('');
  }

  /**
   * The same for the page: a value that may be read in another direction is set apart, so that it can't disturb the sentence.
   * Otherwise all is one text, which is a fraction of the nodes.
   */
  rich(id: TextId, words: Words): unknown {
    const pieces = this.#fill<unknown>(id, words, (word) =>
      this.direction === 'rtl' || foreign.test(word) ? html`<bdi>${word}</bdi>` : word,
    );
    return pieces.some((piece) => typeof piece === 'object') ? pieces : pieces.join('');
  }

  money(sum: Sum): string {
    return formatMoney(sum, this.format);
  }

  moneyParts(sum: Sum): Intl.NumberFormatPart[] {
    return moneyParts(sum, this.format);
  }

  number(value: number): string {
    return formatCount(value, this.format);
  }

  async #choose(): Promise<void> {
    const found = localeFor(nearestTag(this.#host));
    const run = (this.#run += 1);
    clearTimeout(this.#timer);
    if (!(found instanceof Promise)) {
      this.#speak(found);
      return;
    }
    // After the first words the old language stays until the new one is here.
    if (!this.#isReady) this.#timer = setTimeout(() => this.#speak(this.#locale), patienceMs);
    const locale = await found;
    if (run === this.#run) this.#speak(locale);
  }

  #speak(locale: Locale): void {
    clearTimeout(this.#timer);
    this.#locale = locale;
    this.#isReady = true;
    this.#settle();
    this.#host.requestUpdate();
  }

  #fill<Piece>(id: TextId, words: Words, piece: (word: string) => Piece): (string | Piece)[] {
    if (!this.#isReady) return [blank];
    const text = this.#overrides()?.[id] ?? this.#text(id);
    const form = formFor(text, Number(words['n'] ?? 0), this.language);
    return fill(form, (name) => piece(this.#spelled(words[name] ?? '', form.startsWith(`{${name}}`))));
  }

  #text(id: TextId): Text {
    return this.#locale.texts[id] ?? englishText(id);
  }

  /** A word that stands in for a name begins a sentence as other words do; a name stays as it is written. */
  #spelled(word: string | number, isFirst: boolean): string {
    if (typeof word === 'number') return this.number(word);
    const isStandIn = isFirst && [this.#text('bank'), this.#text('shop')].includes(word);
    return isStandIn ? word.charAt(0).toLocaleUpperCase(this.language) + word.slice(1) : word;
  }
}
