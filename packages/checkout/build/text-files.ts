import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { cardTexts as msCard } from '../src/locales/card/ms.ts';
import { cardTexts as taCard } from '../src/locales/card/ta.ts';
import { cardTexts as zhHansCard } from '../src/locales/card/zh-hans.ts';
import { texts as ms } from '../src/locales/ms.ts';
import { texts as ta } from '../src/locales/ta.ts';
import { texts as zhHans } from '../src/locales/zh-hans.ts';
import { hashed } from './parts.ts';

const languages = {
  ms: { ...ms, ...msCard },
  'zh-Hans': { ...zhHans, ...zhHansCard },
  ta: { ...ta, ...taCard },
};

const files = Object.entries(languages).map(([language, texts]) => {
  const source = JSON.stringify(texts);
  const integrity = `sha384-${createHash('sha384').update(source).digest('base64')}`;
  return { language, source, integrity, fileName: hashed(`checkout/legacy-${language}.json`, source) };
});

/** In place of src/locales/load.ts: one file of JSON a language, form for cards and all, fetched from beside the script. */
const load = `
import { scriptAddress } from '../script-address.ts';
const files = ${JSON.stringify(Object.fromEntries(files.map(({ language, fileName, integrity }) => [language, [fileName.replace('checkout/', ''), integrity]])))};
const known = {};
export function loadTexts(language) {
  const [file, integrity] = files[language];
  known[language] = known[language] || fetch(scriptAddress.replace(/[^/]*$/, file), { integrity }).then((answer) => answer.json());
  known[language].catch(() => delete known[language]);
  return known[language];
}
export const loadCardTexts = loadTexts;
`;

/** Other languages than English in files of their own, for a build that has no parts. */
export function textFiles(): Plugin {
  return {
    name: 'pgw-text-files',
    enforce: 'pre',
    load: (id) => (id.endsWith('/src/locales/load.ts') ? { code: load, moduleType: 'js' } : null),
    generateBundle() {
      for (const { fileName, source } of files) this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
