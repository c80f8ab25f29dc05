import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { english, englishText, type Locale, type Text, type TextId, type Texts } from '../locales/index.ts';
import { nearestTag, watchTags } from '../locales/nearest.ts';
import { localeFor, onRegister } from '../locales/registry.ts';
import { fill, formFor } from '../locales/text.ts';
import { formatMoney, moneyParts, type Sum } from '../money.ts';

type Words = Readonly<Record<string, string | number>>;

/** How long the first words wait for the file of their language before English stands in. */
const patienceMs = 1000;

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

  get direction(): 'ltr' | 'rtl' {
    return this.#locale.direction;
  }

  /** A text with its `{names}` filled in: for attributes and announcements. A number `n` picks the plural form. */
  text(id: TextId, words: Words = {}): string {
    const form = this.#form(id, words);
    return fill(form, this.#spelled(form, words)).join('');
  }

  /** The same for the page: each value is set apart, so that a name in another script can't disturb the sentence. */
  rich(id: TextId, words: Words): (string | TemplateResult)[] {
    const form = this.#form(id, words);
    const isolated = Object.entries(this.#spelled(form, words)).map(
      ([name, word]) => [name, html`<bdi>${word}</bdi>`] as const,
    );
    return fill<string | TemplateResult>(form, Object.fromEntries(isolated));
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

  /** Time left as minutes and seconds, `4:05`; never less than `0:00`. */
  clock(leftMs: number): string {
    const seconds = Math.max(0, Math.ceil(leftMs / 1000));
    const twoDigits = new Intl.NumberFormat(this.#locale.format, { minimumIntegerDigits: 2 });
    return `${this.number(Math.floor(seconds / 60))}:${twoDigits.format(seconds % 60)}`;
  }

  /** Date and time as shoppers write them, in the shop's time zone (IANA); what is no date is shown as it came. */
  date(iso: string, timeZone: string | null = null): string {
    const at = new Date(iso);
    if (Number.isNaN(at.getTime())) return iso;
    const options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };
    const write = (zone: object): string =>
      new Intl.DateTimeFormat(this.#locale.format, { ...options, ...zone }).format(at);
    try {
      return write(timeZone === null ? {} : { timeZone });
    } catch {
      // A zone this browser does not know: the device's own is the next best.
      return write({});
    }
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

  #form(id: TextId, { n }: Words): string {
    if (!this.#isReady) return blank;
    const text = this.#overrides()?.[id] ?? this.#text(id);
    return formFor(text, Number(n ?? 0), this.#locale.language);
  }

  #text(id: TextId): Text {
    return this.#locale.texts[id] ?? englishText(id);
  }

  #spelled(form: string, words: Words): Record<string, string> {
    const standIns = [this.#text('bank'), this.#text('shop')];
    const spell = (name: string, word: string | number): string => {
      if (typeof word === 'number') return this.number(word);
      // A word that stands in for a name begins a sentence as other words do; a name stays as it is written.
      return standIns.includes(word) && form.startsWith(`{${name}}`)
        ? word.charAt(0).toLocaleUpperCase(this.#locale.language) + word.slice(1)
        : word;
    };
    return Object.fromEntries(Object.entries(words).map(([name, word]) => [name, spell(name, word)]));
  }
}
