import { english, type Locale, type Texts } from './index.ts';
import { loadTexts, type LoadedLanguage } from './load.ts';

/** The languages that come with the element, by the primary subtag. */
const builtIn: ReadonlyMap<string, 'en' | LoadedLanguage> = new Map([
  ['en', 'en'],
  ['ms', 'ms'],
  ['zh', 'zh-Hans'],
  ['ta', 'ta'],
]);

/** What merchants registered, by the tag in lower case. */
const registered = new Map<string, { readonly tag: string; readonly texts: Partial<Texts> }>();
/** What is here of each language; a part that is loaded later adds its texts. */
export const loaded = new Map<LoadedLanguage, Partial<Texts>>();
/** How to load more texts of a language than those of the list: each never rejects. */
export const more: ((language: LoadedLanguage) => Promise<Partial<Texts>>)[] = [];
const listeners = new Set<() => void>();

/**
 * Gives the elements a language they don't come with, or other words in one that they do.
 *
 * @param tag - BCP 47, such as `fr` or `zh-Hant`. It serves every longer tag too: `fr` also `fr-CA`. Numbers and dates
 * are written by it; Arabic, Hebrew, Persian, Urdu and the like are laid out from right to left.
 * @param texts - By id, with the `{names}` of the English text; ids left out are said in the language that comes with the
 * elements for that tag, else in English. Declare them as `Texts` to have the compiler find what is missing.
 * @throws RangeError when the tag is none.
 */
export function registerLocale(tag: string, texts: Partial<Texts>): void {
  const { baseName } = new Intl.Locale(tag);
  const key = baseName.toLowerCase();
  registered.set(key, { tag: baseName, texts: { ...registered.get(key)?.texts, ...texts } });
  for (const listener of listeners) listener();
}

/** Calls back whenever a language was registered. Gives the way to stop that. */
export function onRegister(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether there are texts for a tag. */
export function isSpoken(tag: string): boolean {
  return find(tag, registered) !== undefined || find(tag, builtIn) !== undefined;
}

/**
 * The language for a tag, English where there is none. A promise only while its file is not here yet; it never rejects:
 * a file that can't be had gives English, and is asked for again the next time.
 */
export function localeFor(tag: string): Locale | Promise<Locale> {
  const language = find(tag, builtIn);
  if (language === undefined || language === 'en') return assemble(tag, language, english.texts);
  const here = loaded.get(language);
  if (here !== undefined) return assemble(tag, language, here);
  return Promise.all([loadTexts(language), ...more.map((load) => load(language))]).then(
    (parts) => {
      const fresh: Partial<Texts> = Object.assign({}, ...parts);
      loaded.set(language, fresh);
      return assemble(tag, language, fresh);
    },
    () => english,
  );
}

function assemble(tag: string, language: string | undefined, texts: Partial<Texts>): Locale {
  const own = find(tag, registered);
  // Numbers take the region MY: plain `ta` would group 128900 as 1,28,900.
  if (language !== undefined && (own === undefined || [language, language.slice(0, 2)].includes(own.tag)))
    return { language, format: `${language}-MY`, direction: 'ltr', texts: { ...texts, ...own?.texts } };
  if (own === undefined) return english;
  const direction = isRightToLeft(own.tag) ? 'rtl' : 'ltr';
  return { language: own.tag, format: own.tag, direction, texts: { ...texts, ...own.texts } };
}

/** The entry of the tag, else of the tag without its last part, and so on (RFC 4647, lookup). */
function find<Entry>(tag: string, entries: ReadonlyMap<string, Entry>): Entry | undefined {
  const parts = tag.toLowerCase().split(/[-_]/);
  for (; parts.length > 0; parts.pop()) {
    const entry = entries.get(parts.join('-'));
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/** By its script: not every browser's Intl.Locale tells the direction. */
function isRightToLeft(tag: string): boolean {
  const { script } = new Intl.Locale(tag).maximize();
  return /^(Arab|Hebr|Thaa|Syrc|Nkoo|Rohg|Adlm)$/.test(script ?? '');
}
