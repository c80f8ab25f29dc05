import { loadCardTexts, type LoadedLanguage } from '../locales/load.ts';
import { loaded, more } from '../locales/registry.ts';
import type { CardTexts } from '../locales/card/index.ts';

/** From now on every language comes with the texts of the form as well; kept once those in use have them. Never rejects. */
export async function learnMore(): Promise<void> {
  if (more.includes(textsOf)) return;
  more.push(textsOf);
  await Promise.all(
    Array.from(loaded, async ([language, texts]) => {
      Object.assign(texts, await textsOf(language));
    }),
  );
}

/** English stands in for what can't be had. */
function textsOf(language: LoadedLanguage): Promise<Partial<CardTexts>> {
  return loadCardTexts(language).catch(() => ({}));
}
