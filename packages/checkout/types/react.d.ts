import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type {
  PgwCheckoutAttributes,
  PgwCheckoutElement,
  PgwListeners,
  PgwPaymentStatusAttributes,
  PgwPaymentStatusElement,
} from './elements.d.ts';

type Props<Element> = DetailedHTMLProps<HTMLAttributes<Element>, Element> & PgwListeners<'on'>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'pgw-checkout': Props<PgwCheckoutElement> & PgwCheckoutAttributes;
      'pgw-payment-status': Props<PgwPaymentStatusElement> & PgwPaymentStatusAttributes;
    }
  }
}

export type { PgwCheckoutElement, PgwPaymentStatusElement };
