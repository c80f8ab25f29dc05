import { html } from 'lit';
import type { TextId, Texts } from './en.ts';
import { findEnglishText } from './english-texts.ts';
import { english, type Locale } from './find-locale.ts';
import { formatCount, formatMoney, formatMoneyParts, type Sum } from './money.ts';
import { fillText, selectForm, type LocaleText } from './plural-text.ts';

type TextValue = string | number | Sum;

/** The values that replace the `{names}` of a text. */
export type TextValues = Readonly<Record<string, TextValue>>;

/** Matches Hebrew and higher codes: letters written from right to left, and characters that set the direction. */
const mayChangeDirection = /[\u0590-\uffff]/;

/** The text that is shown while the language is loading. It keeps the height of a line. */
const blank = '\u00a0';

export interface LocalizeOptions {
  readonly locale: Locale;
  /** Returns the merchant's own texts, which replace the texts of every language. */
  readonly getOverrides: () => Partial<Texts> | null;
  /** If false, every text is blank. */
  readonly isReady: boolean;
}

/** Texts, sums and numbers in one language. */
export class Localize {
  /** False while the first language is loading. */
  readonly isReady: boolean;
  readonly #locale: Locale;
  readonly #getOverrides: LocalizeOptions['getOverrides'];

  constructor({
    locale = english,
    getOverrides = () => null,
    isReady = true,
  }: Partial<LocalizeOptions> = {}) {
    this.#locale = locale;
    this.#getOverrides = getOverrides;
    this.isReady = isReady;
  }

  get language(): string {
    return this.#locale.language;
  }

  /** The BCP 47 tag for the format of numbers and dates. */
  get format(): string {
    return this.#locale.format;
  }

  get direction(): 'ltr' | 'rtl' {
    return this.#locale.direction;
  }

  /** Whether there is a text with this id. */
  has(id: string): id is TextId {
    // The id is only looked up. Without a text, the result is empty.
    return this.text(id as TextId) !== '';
  }

  /** A string for attributes and announcements. The value of `n` selects the plural form. */
  text(id: TextId, values: TextValues = {}): string {
    return this.#fill(id, values, (value) => value).join('');
  }

  /** Content of a template. A value that may be written in another direction, and a sum, is put into a `<bdi>`. */
  rich(id: TextId, values: TextValues): unknown {
    const pieces = this.#fill<unknown>(id, values, (text, value) => {
      if (typeof value === 'object') return html`<bdi translate="no">${text}</bdi>`;
      return this.direction === 'rtl' || mayChangeDirection.test(text) ? html`<bdi>${text}</bdi>` : text;
    });
    return pieces.some((piece) => typeof piece === 'object') ? pieces : pieces.join('');
  }

  money(sum: Sum): string {
    return formatMoney(sum, this.format);
  }

  moneyParts(sum: Sum): Intl.NumberFormatPart[] {
    return formatMoneyParts(sum, this.format);
  }

  number(value: number): string {
    return formatCount(value, this.format);
  }

  #fill<Piece>(
    id: TextId,
    values: TextValues,
    toPiece: (text: string, value: TextValue) => Piece,
  ): (string | Piece)[] {
    if (!this.isReady) return [blank];
    const text = this.#getOverrides()?.[id] ?? this.#findText(id);
    const form = selectForm(text, Number(values['n'] ?? 0), this.language);
    return fillText(form, (name) => {
      const value = values[name] ?? '';
      return toPiece(this.#formatValue(value, form.startsWith(`{${name}}`)), value);
    });
  }

  #findText(id: TextId): LocaleText {
    return this.#locale.texts[id] ?? findEnglishText(id) ?? '';
  }

  /** Formats numbers and sums. "your bank" and "the shop" get a capital letter at the beginning of a text. */
  #formatValue(value: TextValue, isFirst: boolean): string {
    if (typeof value === 'number') return this.number(value);
    if (typeof value === 'object') return this.money(value);
    const needsCapital =
      isFirst && (['bank', 'bank.card', 'shop'] as const).some((id) => this.#findText(id) === value);
    return needsCapital ? value.charAt(0).toLocaleUpperCase(this.language) + value.slice(1) : value;
  }
}
