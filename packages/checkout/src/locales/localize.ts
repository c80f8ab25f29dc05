import { html } from 'lit';
import { en, type TextId, type Texts } from './en.ts';
import { english, type Locale } from './find-locale.ts';
import { formatCount, formatMoney, moneyParts, type Sum } from './money.ts';
import { fill, formFor, type Text } from './plural-text.ts';

/** What is inserted for the `{names}` of a text. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Hebrew and everything after it: letters that may be written from right to left, and characters that set the direction. */
const mayChangeDirection = /[\u0590-\uffff]/;

/** Shown in place of every text while the language is loading. Keeps the height of a line. */
const blank = '\u00a0';

export interface LocalizeOptions {
  readonly locale: Locale;
  /** The merchant's own texts, which replace those of every language. */
  readonly overrides: () => Partial<Texts> | null;
  /** False: every text is blank. */
  readonly isReady: boolean;
}

/** Texts, sums and numbers in one language. */
export class Localize {
  /** False while the first language is loading. */
  readonly isReady: boolean;
  readonly #locale: Locale;
  readonly #overrides: LocalizeOptions['overrides'];

  constructor({ locale = english, overrides = () => null, isReady = true }: Partial<LocalizeOptions> = {}) {
    this.#locale = locale;
    this.#overrides = overrides;
    this.isReady = isReady;
  }

  get language(): string {
    return this.#locale.language;
  }

  /** The tag by which numbers and dates are formatted. */
  get format(): string {
    return this.#locale.format;
  }

  get direction(): 'ltr' | 'rtl' {
    return this.#locale.direction;
  }

  /** A text with its `{names}` filled in, as a string for attributes and announcements. The value of `n` selects the plural form. */
  text(id: TextId, values: TextValues = {}): string {
    return this.#fill(id, values, (value) => value).join('');
  }

  /**
   * The same for templates: a value that may be written in another direction is put into a `<bdi>`, so that it cannot disturb the
   * sentence.
   */
  rich(id: TextId, values: TextValues): unknown {
    const pieces = this.#fill<unknown>(id, values, (value) =>
      this.direction === 'rtl' || mayChangeDirection.test(value) ? html`<bdi>${value}</bdi>` : value,
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

  #fill<Piece>(id: TextId, values: TextValues, toPiece: (value: string) => Piece): (string | Piece)[] {
    if (!this.isReady) return [blank];
    const text = this.#overrides()?.[id] ?? this.#text(id);
    const form = formFor(text, Number(values['n'] ?? 0), this.language);
    return fill(form, (name) => toPiece(this.#formatted(values[name] ?? '', form.startsWith(`{${name}}`))));
  }

  #text(id: TextId): Text {
    return this.#locale.texts[id] ?? en[id] ?? '';
  }

  /** "your bank" and "the shop" get a capital letter at the beginning of a sentence; names stay as they are. */
  #formatted(value: string | number, isFirst: boolean): string {
    if (typeof value === 'number') return this.number(value);
    const isStandIn = isFirst && [this.#text('bank'), this.#text('shop')].includes(value);
    return isStandIn ? value.charAt(0).toLocaleUpperCase(this.language) + value.slice(1) : value;
  }
}
