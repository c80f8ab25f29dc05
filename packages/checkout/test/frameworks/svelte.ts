import type { SvelteHTMLElements } from 'svelte/elements';
import type { PgwCheckoutElement } from '@pgw/checkout/svelte';

// A shop in Svelte, as far as the compiler is concerned.

type Props = SvelteHTMLElements['pgw-checkout'];

export const props: Props = {
  order: 'A123',
  class: 'pay',
  texts: { 'view-order': 'Back to Rimba Coffee' },
  'onpgw-result': ({ detail }) => detail.state === 'paid',
};
// @ts-expect-error there is no such theme
export const wrongTheme: Props = { order: 'A123', theme: 'sepia' };

export const pay = (element: PgwCheckoutElement): void => element.pay();
