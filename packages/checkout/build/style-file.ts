import type { Plugin } from 'vite';
import { bankStyles } from '../src/styles/banks.ts';
import { checkoutStyles } from '../src/styles/index.ts';
import { startStyles } from '../src/styles/start.ts';
import { hashed } from './parts.ts';
import { compactCss } from './compact.ts';

/** The styles of the list, and of what may stand open in it, as a file, for a page on which the server renders the list. */
export function styleFile(): Plugin {
  return {
    name: 'pgw-style-file',
    generateBundle() {
      const source = compactCss(checkoutStyles + startStyles + bankStyles);
      this.emitFile({ type: 'asset', fileName: hashed('checkout/style.css', source), source });
    },
  };
}
