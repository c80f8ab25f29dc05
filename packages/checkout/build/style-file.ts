import type { Plugin } from 'vite';
import { checkoutStyles } from '../src/styles/index.ts';
import { hashed } from './parts.ts';
import { compactCss } from './compact.ts';

/** The styles of the list as a file, for a page on which the server renders the list. */
export function styleFile(): Plugin {
  return {
    name: 'pgw-style-file',
    generateBundle() {
      const source = compactCss(checkoutStyles.map(({ cssText }) => cssText).join(''));
      this.emitFile({ type: 'asset', fileName: hashed('checkout/style.css', source), source });
    },
  };
}
