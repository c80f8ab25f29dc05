import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { localeFor, type Locale, type TextId } from '../locales/index.ts';
import { fill, formFor } from '../locales/text.ts';
import { formatMoney, moneyParts, type Sum } from '../money.ts';

type Words = Readonly<Record<string, string | number>>;

/** Texts, sums and dates in the language of the element: its own `lang`, else the nearest, else the browser's. */
export class Localize implements ReactiveController {
  #locale: Locale = localeFor('en');
  readonly #host: ReactiveControllerHost & Element;

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    const tag = this.#host.closest('[lang]')?.getAttribute('lang') ?? '';
    this.#locale = localeFor(tag || navigator.language);
  }

  get language(): string {
    return this.#locale.language;
  }

  /** A text with its `{names}` filled in: for attributes and announcements. A number `n` picks the plural form. */
  text(id: TextId, words: Words = {}): string {
    return this.#fill(id, words).join('');
  }

  /** The same for the page: each value is set apart, so that a name in another script can't disturb the sentence. */
  rich(id: TextId, words: Words): (string | TemplateResult)[] {
    const isolated = Object.entries(words).map(([name, word]) => [name, html`<bdi>${word}</bdi>`] as const);
    const text = this.#form(id, words);
    return fill<string | TemplateResult>(text, Object.fromEntries(isolated));
  }

  money(sum: Sum): string {
    return formatMoney(sum, this.#locale.format);
  }

  moneyParts(sum: Sum): Intl.NumberFormatPart[] {
    return moneyParts(sum, this.#locale.format);
  }

  number(value: number): string {
    return new Intl.NumberFormat(this.#locale.format).format(value);
  }

  /** Date and time as shoppers write them; what is no date is shown as it came. */
  date(iso: string): string {
    const at = new Date(iso);
    if (Number.isNaN(at.getTime())) return iso;
    return new Intl.DateTimeFormat(this.#locale.format, { dateStyle: 'medium', timeStyle: 'short' }).format(
      at,
    );
  }

  #form(id: TextId, { n }: Words): string {
    return formFor(this.#locale.texts[id], Number(n ?? 0), this.#locale.language);
  }

  #fill(id: TextId, words: Words): (string | number)[] {
    return fill<string | number>(this.#form(id, words), words);
  }
}
