import type { CardTexts } from './card/index.ts';
import type { ListTexts } from './index.ts';

/** Languages that come with the element, each in a file of its own. English is built in. */
export type LoadedLanguage = 'ms' | 'zh-Hans' | 'ta';

/** Loads the texts of a language. */
export async function loadTexts(language: LoadedLanguage): Promise<ListTexts> {
  const { texts } = await files[language]();
  return texts;
}

const files: Readonly<Record<LoadedLanguage, () => Promise<{ readonly texts: ListTexts }>>> = {
  ms: () => import('./ms.ts'),
  'zh-Hans': () => import('./zh-hans.ts'),
  ta: () => import('./ta.ts'),
};

/** Loads the texts of the card form. */
export async function loadCardTexts(language: LoadedLanguage): Promise<CardTexts> {
  const { cardTexts } = await cardFiles[language]();
  return cardTexts;
}

const cardFiles: Readonly<Record<LoadedLanguage, () => Promise<{ readonly cardTexts: CardTexts }>>> = {
  ms: () => import('./card/ms.ts'),
  'zh-Hans': () => import('./card/zh-hans.ts'),
  ta: () => import('./card/ta.ts'),
};
