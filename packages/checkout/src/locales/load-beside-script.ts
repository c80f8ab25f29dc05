import { besideScript } from '../beside-script.ts';
import type { Texts } from './index.ts';
import type { LoadedLanguage } from './load.ts';

/** Loads the texts of a language from the file beside the script: of checkout.js, checkout/ms.js. */
export async function loadTexts(language: LoadedLanguage): Promise<Texts> {
  const file: { readonly texts: Texts } = await import(/* @vite-ignore */ besideScript(language));
  return file.texts;
}
