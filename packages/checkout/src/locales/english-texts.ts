import { en, type TextId, type Texts } from './en.ts';
import type { LocaleText } from './plural-text.ts';

let loadedTexts: Partial<Texts> = en;

/** Adds English texts that are loaded later than the entry. */
export function addEnglishTexts(texts: Partial<Texts>): void {
  loadedTexts = { ...loadedTexts, ...texts };
}

/** Adds the English texts of a lazy module, and returns it. */
export function withTexts<Module extends { readonly englishTexts: Partial<Texts> }>(module: Module): Module {
  addEnglishTexts(module.englishTexts);
  return module;
}

/** Returns an English text. Undefined if the texts of the outcomes are not loaded yet. */
export function findEnglishText(id: TextId): LocaleText | undefined {
  return loadedTexts[id];
}
