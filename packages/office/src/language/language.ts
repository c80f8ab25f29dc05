import { html as createHtml, trustedHtml, type Html, type TemplateValue } from '@pgw/pages';
import { getScope, languages, type Language } from '../scope.ts';
import type { Note } from '@pgw/server/operator';
import { malayNoteKinds, translateNote } from './ms-timeline.ts';
import { malay } from './ms.ts';

const dictionaries: Readonly<Record<Language, Readonly<Record<string, string>> | undefined>> = {
  en: undefined,
  ms: malay,
};

/**
 * Translates a text of the office. As a template tag, the key of the text has `{0}` in place of the first value. Values are not
 * translated, because they may be data of the shop.
 */
export function t(text: string | TemplateStringsArray, ...values: readonly (string | number)[]): string {
  const key = typeof text === 'string' ? text : joinKey(text);
  return fill(translate(key), (index) => String(values[index] ?? ''));
}

/** Like `html` of the pages, and translates the texts of the template itself: those between tags, and labels in attributes. */
export function html(strings: TemplateStringsArray, ...values: readonly TemplateValue[]): Html {
  const { language } = getScope();
  if (dictionaries[language] === undefined) return createHtml(strings, ...values);
  const translated = translateTemplate(strings, language);
  return trustedHtml(
    translated.map((part) => (typeof part === 'string' ? part : renderValue(values[part]))).join(''),
  );
}

function renderValue(value: TemplateValue): string {
  return createHtml`${value}`.toString();
}

type Parts = readonly (string | number)[];
const templates = new WeakMap<TemplateStringsArray, Map<Language, Parts>>();
const placeholder = /\{(\d+)\}/g;

function translateTemplate(strings: TemplateStringsArray, language: Language): Parts {
  const ofTemplate = templates.get(strings) ?? new Map<Language, Parts>();
  templates.set(strings, ofTemplate);
  const known = ofTemplate.get(language);
  if (known !== undefined) return known;
  const markup = joinKey(strings)
    .split(/(<[^>]*>)/)
    .map((piece) => (piece.startsWith('<') ? translateAttributes(piece) : translateRun(piece)))
    .join('');
  const parts = markup.split(/\{(\d+)\}/).map((part, index) => (index % 2 === 0 ? part : Number(part)));
  ofTemplate.set(language, parts);
  return parts;
}

function joinKey(strings: readonly string[]): string {
  return strings.reduce((text, string, index) => `${text}{${index - 1}}${string}`);
}

const labels = /((?:aria-label|placeholder|title)=")([^"]*)(")/g;

function translateAttributes(tag: string): string {
  return tag.replaceAll(
    labels,
    (_all, start: string, text: string, end: string) => `${start}${translateRun(text)}${end}`,
  );
}

/** Translates a text with the numbers of its template. The key has numbers from 0. */
function translateRun(run: string): string {
  const [, start = '', text = '', end = ''] = /^(\s*)([^]*?)(\s*)$/.exec(run) ?? [];
  // Some templates have only attributes.
  const isAttribute = text.includes('="') || /^[a-z-]+$/.test(text);
  if (isAttribute || !/\p{L}/u.test(text.replaceAll(placeholder, ''))) return run;
  const numbers: string[] = [];
  const key = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(placeholder, (_all, number: string) => `{${numbers.push(number) - 1}}`);
  return `${start}${fill(translate(key), (index) => `{${numbers[index] ?? ''}}`)}${end}`;
}

function fill(text: string, toValue: (index: number) => string): string {
  return text.replaceAll(placeholder, (_all, number: string) => toValue(Number(number)));
}

function translate(key: string): string {
  const dictionary = dictionaries[getScope().language];
  if (dictionary === undefined || key === '') return key;
  return (Object.hasOwn(dictionary, key) ? dictionary[key] : undefined) ?? key;
}

/** Renders a text of the checkout or the gateway, which is in English in each language. */
export function english(text: string): Html {
  return createHtml`<span lang="en">${text}</span>`;
}

/** Renders the text of a timeline entry. In Malay, an entry that has no translation has a title and its English text. */
export function renderNoteText({ kind, text }: Pick<Note, 'kind' | 'text'>): Html {
  if (getScope().language !== 'ms') return createHtml`${text}`;
  const translation = translateNote(text);
  return translation === undefined
    ? createHtml`${malayNoteKinds[kind]}: ${english(text)}`
    : createHtml`${translation}`;
}

const languageCookie = 'office_language';

/** Returns the language of a request: the one that the clerk has chosen, or the first one that the browser prefers. */
export function readLanguage(header: (name: string) => string | undefined): Language {
  const [, chosen = ''] =
    new RegExp(`(?:^|;\\s*)${languageCookie}=(\\w+)`).exec(header('cookie') ?? '') ?? [];
  const preferred = (header('accept-language') ?? '')
    .split(',')
    .map((entry) => entry.trim().slice(0, 2).toLowerCase());
  return [chosen, ...preferred].find(isLanguage) ?? 'en';
}

export function isLanguage(name: string): name is Language {
  return Object.hasOwn(languages, name);
}

/** The cookie that keeps the choice for a year. */
export function createLanguageCookie(language: Language, path: string): string {
  return `${languageCookie}=${language}; Path=${path}; Max-Age=31536000; SameSite=Lax`;
}
