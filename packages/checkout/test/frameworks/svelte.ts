import type { SvelteHTMLElements } from 'svelte/elements';
import type { PgwCheckoutElement } from '@pgw/checkout/svelte';

// A shop in Svelte. It is only compiled, to check the types for Svelte.

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
