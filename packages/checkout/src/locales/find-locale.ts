import type { Texts } from './en.ts';
import { languages } from './index.ts';

/** A language of the elements. */
export interface Locale {
  /** The tag that the page is given in `lang`. */
  readonly language: string;
  /** The tag by which numbers and dates are formatted. It has a region, because the grouping of digits depends on it. */
  readonly format: string;
  readonly direction: 'ltr' | 'rtl';
  /** A text that is missing here is shown in English. */
  readonly texts: Partial<Texts>;
}

export const english: Locale = { language: 'en', format: 'en-MY', direction: 'ltr', texts: {} };

/** The tags of the built-in languages by their primary subtag: `zh` finds `zh-Hans`. */
const builtIn: ReadonlyMap<string, string> = new Map(
  ['en', ...Object.keys(languages)].map((tag) => [tag.replace(/-.*/, ''), tag]),
);

/** What `registerLocale` received, by the tag in lower case. */
const registered = new Map<string, { readonly tag: string; readonly texts: Partial<Texts> }>();
const listeners = new Set<() => void>();

/**
 * Adds a language to the elements, or replaces texts of one that they have.
 *
 * @param tag - BCP 47, such as `fr` or `zh-Hant`. It also serves longer tags: `fr` serves `fr-CA`. Numbers and dates are
 * formatted by it. Arabic, Hebrew, Persian, Urdu and other languages of these scripts are laid out from right to left.
 * @param texts - By id, with the `{names}` of the English text. A text that is left out is shown in the language that comes with
 * the elements for that tag, otherwise in English. Declare the object as `Texts` and the compiler reports missing ids.
 * @throws RangeError if the tag is not valid.
 */
export function registerLocale(tag: string, texts: Partial<Texts>): void {
  const { baseName } = new Intl.Locale(tag);
  const key = baseName.toLowerCase();
  registered.set(key, { tag: baseName, texts: { ...registered.get(key)?.texts, ...texts } });
  for (const listener of listeners) listener();
}

/** Calls the listener after every `registerLocale`. Returns a function that removes the listener. */
export function onRegister(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether there are texts for a tag. */
export function hasLanguage(tag: string): boolean {
  return lookUp(tag, registered) !== undefined || lookUp(tag, builtIn) !== undefined;
}

/**
 * The locale for a tag, English if there is none. It is a promise only while the language's file is not loaded. The promise never
 * rejects: if the file cannot be loaded, the locale is English, and the next call tries again.
 */
export function findLocale(tag: string): Locale | Promise<Locale> {
  const language = lookUp(tag, builtIn);
  const file = languages[language ?? ''];
  if (file === undefined) return localeOf(tag, language, english.texts);
  if (file.value !== null) return localeOf(tag, language, file.value.texts);
  return file.load().then(
    ({ texts }) => localeOf(tag, language, texts),
    () => english,
  );
}

function localeOf(tag: string, language: string | undefined, texts: Partial<Texts>): Locale {
  const own = lookUp(tag, registered);
  // Numbers are formatted for Malaysia: plain `ta` would group 128900 as 1,28,900.
  if (language !== undefined && (own === undefined || [language, language.split('-')[0]].includes(own.tag)))
    return {
      language,
      format: `${language}-MY`,
      // All built-in languages are written from left to right. The first Intl.Locale of a page costs milliseconds.
      direction: 'ltr',
      texts: { ...texts, ...own?.texts },
    };
  if (own === undefined) return english;
  return {
    language: own.tag,
    format: own.tag,
    direction: directionOf(own.tag),
    texts: { ...texts, ...own.texts },
  };
}

/** The entry of the tag, else of the tag without its last subtag, and so on (RFC 4647, section 3.4). */
function lookUp<Entry>(tag: string, entries: ReadonlyMap<string, Entry>): Entry | undefined {
  const subtags = tag.toLowerCase().split(/[-_]/);
  for (; subtags.length > 0; subtags.pop()) {
    const entry = entries.get(subtags.join('-'));
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/** By the script of the language, because not every browser's Intl.Locale has the direction. */
function directionOf(tag: string): Locale['direction'] {
  const { script } = new Intl.Locale(tag).maximize();
  return /^(Arab|Hebr|Thaa|Syrc|Nkoo|Rohg|Adlm)$/.test(script ?? '') ? 'rtl' : 'ltr';
}
