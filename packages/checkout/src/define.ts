import { PgwCheckout } from './pgw-checkout.ts';
import { PgwPaymentStatus } from './pgw-payment-status.ts';

// Registers both elements. Safe to run twice, and from two copies of the script: the first one wins.
register('pgw-checkout', PgwCheckout);
register('pgw-payment-status', PgwPaymentStatus);

function register(tag: string, element: CustomElementConstructor): void {
  // Where there is no page (a server that renders), there is nothing to register with.
  if (!('customElements' in globalThis)) return;
  if (customElements.get(tag) === undefined) customElements.define(tag, element);
}
