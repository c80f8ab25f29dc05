import { en, type Texts } from './en.ts';
import { ms } from './ms.ts';
import { ta } from './ta.ts';
import { zhHans } from './zh-hans.ts';

export { type Texts } from './en.ts';

/** A language of the shop. */
export interface Language {
  /** The value of the language cookie, and the language in `Accept-Language`. */
  readonly id: string;
  /** The value of the attribute `lang`. It has a region, because date formats depend on it. */
  readonly tag: string;
  /** The name of the language, in that language. */
  readonly name: string;
  /** The name on narrow pages. */
  readonly shortName: string;
  readonly texts: Texts;
}

export const english: Language = { id: 'en', tag: 'en-MY', name: 'English', shortName: 'EN', texts: en };

/** All languages. To add a language, translate `en.ts` and add a line here. */
export const languages: readonly Language[] = [
  english,
  { id: 'ms', tag: 'ms-MY', name: 'Bahasa Melayu', shortName: 'BM', texts: ms },
  { id: 'zh', tag: 'zh-Hans-MY', name: '简体中文', shortName: '中文', texts: zhHans },
  { id: 'ta', tag: 'ta-MY', name: 'தமிழ்', shortName: 'தமிழ்', texts: ta },
];
