import type { Texts } from './index.ts';

/** Languages that come with the element, each in a file of its own. English is built in. */
export type LoadedLanguage = 'ms' | 'zh-Hans' | 'ta';

/** Loads the texts of a language. The copy for script tags has load-beside-script.ts in place of this module. */
export async function loadTexts(language: LoadedLanguage): Promise<Texts> {
  const { texts } = await files[language]();
  return texts;
}

const files: Readonly<Record<LoadedLanguage, () => Promise<{ readonly texts: Texts }>>> = {
  ms: () => import('./ms.ts'),
  'zh-Hans': () => import('./zh-hans.ts'),
  ta: () => import('./ta.ts'),
};
