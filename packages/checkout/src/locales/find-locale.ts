import type { Texts } from './en.ts';
import { languages } from './index.ts';

/** A language of the elements. */
export interface Locale {
  /** The value of the `lang` attribute around the texts. */
  readonly language: string;
  /**
   * The tag for the format of numbers and dates. The tag of a built-in language has a region, because the
   * grouping of digits depends on the region.
   */
  readonly format: string;
  readonly direction: 'ltr' | 'rtl';
  /** A text that is missing here is shown in English. */
  readonly texts: Partial<Texts>;
}

export const english: Locale = { language: 'en', format: 'en-MY', direction: 'ltr', texts: {} };

/** The tags of the built-in languages by their first subtag, such as `zh-Hans` by `zh`. */
const builtIn: ReadonlyMap<string, string> = new Map(
  ['en', ...Object.keys(languages)].map((tag) => [tag.replace(/-.*/, ''), tag]),
);

/** The arguments of `registerLocale`, by the tag in lower case. */
const registered = new Map<string, { readonly tag: string; readonly texts: Partial<Texts> }>();
const listeners = new Set<() => void>();

/**
 * Adds a language to the elements, or replaces texts of a language that they have.
 *
 * @param tag - A BCP 47 tag, such as `fr` or `zh-Hant`. The texts are also used for longer tags, such as
 * `fr-CA` for `fr`. The tag selects the format of numbers and dates. Languages in Arabic, Hebrew and similar
 * scripts are laid out from right to left.
 * @param texts - The texts by id. Each text has the same `{names}` as the English text. A missing text is
 * shown in the built-in language of the tag, or else in English. Declare the object as `Texts`, so that the
 * compiler reports missing ids.
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
  return hasTexts(toKnownTag(tag));
}

/**
 * Finds the locale for a tag, or English if there is none. Returns a promise only if the file of the language
 * is not loaded yet. The promise never rejects. If the file cannot be loaded, it resolves to English, and the
 * next call tries again.
 */
export function findLocale(anyTag: string): Locale | Promise<Locale> {
  const tag = toKnownTag(anyTag);
  const builtInTag = lookUpTag(tag, builtIn);
  const file = languages[builtInTag ?? ''];
  if (file === undefined) return createLocale(tag, builtInTag, english.texts);
  if (file.value !== null) return createLocale(tag, builtInTag, file.value.texts);
  return file.load().then(
    ({ texts }) => createLocale(tag, builtInTag, texts),
    () => english,
  );
}

/** `builtInTag` and `texts` are those of the built-in language for the tag. */
function createLocale(tag: string, builtInTag: string | undefined, texts: Partial<Texts>): Locale {
  const custom = lookUpTag(tag, registered);
  const replaceableTags = builtInTag === undefined ? [] : [builtInTag, builtInTag.split('-')[0]];
  // Texts for `zh` or `zh-Hans` replace texts of the built-in `zh-Hans`. Any other registered tag, such as
  // `ms-BN`, is a language of its own.
  if (builtInTag !== undefined && (custom === undefined || replaceableTags.includes(custom.tag)))
    return {
      language: builtInTag,
      // Numbers are formatted for Malaysia. Without a region, `ta` would group 128900 as 1,28,900.
      format: `${builtInTag}-MY`,
      // All built-in languages are written from left to right. `findDirection` is not called, because the
      // first Intl.Locale of a page takes milliseconds.
      direction: 'ltr',
      texts: { ...texts, ...custom?.texts },
    };
  if (custom === undefined) return english;
  return {
    language: custom.tag,
    format: custom.tag,
    direction: findDirection(custom.tag),
    texts: { ...texts, ...custom.texts },
  };
}

/** Canonicalizes an old code, such as `in` for `id`. A tag with texts stays: the first call of Intl is slow. */
function toKnownTag(tag: string): string {
  return hasTexts(tag) ? tag : toCanonicalTag(tag);
}

function hasTexts(tag: string): boolean {
  return lookUpTag(tag, registered) !== undefined || lookUpTag(tag, builtIn) !== undefined;
}

/** Returns the tag unchanged if it is not valid. Systems write `zh_CN.UTF-8` for `zh-CN`. */
function toCanonicalTag(tag: string): string {
  try {
    return (
      Intl.getCanonicalLocales(
        tag
          .trim()
          .replace(/[.@].*/, '')
          .replace(/_/g, '-'),
      )[0] ?? tag
    );
  } catch {
    return tag;
  }
}

/** Returns the entry of the tag, or of the tag without its last subtags (RFC 4647, section 3.4). */
function lookUpTag<Entry>(tag: string, entries: ReadonlyMap<string, Entry>): Entry | undefined {
  const subtags = tag.toLowerCase().split(/[-_]/);
  for (; subtags.length > 0; subtags.pop()) {
    const entry = entries.get(subtags.join('-'));
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/** Some browsers have no direction in Intl.Locale, so it is derived from the script of the language. */
function findDirection(tag: string): Locale['direction'] {
  const { script } = new Intl.Locale(tag).maximize();
  return /^(Arab|Hebr|Thaa|Syrc|Nkoo|Rohg|Adlm)$/.test(script ?? '') ? 'rtl' : 'ltr';
}
