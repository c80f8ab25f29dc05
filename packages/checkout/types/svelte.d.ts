import type { HTMLAttributes } from 'svelte/elements';
import type {
  PgwCheckoutAttributes,
  PgwCheckoutElement,
  PgwListeners,
  PgwPaymentStatusAttributes,
  PgwPaymentStatusElement,
} from './elements.d.ts';

type Props<Element extends EventTarget> = HTMLAttributes<Element> & PgwListeners<'on'> & PgwListeners<'on:'>;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'pgw-checkout': Props<PgwCheckoutElement> & PgwCheckoutAttributes;
    'pgw-payment-status': Props<PgwPaymentStatusElement> & PgwPaymentStatusAttributes;
  }
}

export type { PgwCheckoutElement, PgwPaymentStatusElement };
