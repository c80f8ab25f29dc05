import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { planStyles } from '../src/channels/kinds/instalments/picker.ts';
import { bankStyles } from '../src/channels/kinds/provider/styles.ts';
import { checkoutStyles } from '../src/flow/styles.ts';
import { shortenCss } from './white-space.ts';

/** Emits the styles of the list, the banks and the plans as a file, for pages whose list of channels the server renders. */
export function styleFile(): Plugin {
  return {
    name: 'pgw-style-file',
    generateBundle() {
      const source = shortenCss(
        [...checkoutStyles, bankStyles, planStyles].map(({ cssText }) => cssText).join('\n'),
      );
      const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
      this.emitFile({ type: 'asset', fileName: `checkout/style-${hash}.css`, source });
    },
  };
}
