import { PgwCheckout } from './pgw-checkout.ts';
import { PgwPaymentStatus } from './pgw-payment-status.ts';

// Registers both elements. If another copy of this script has registered them, this copy does nothing.
define('pgw-checkout', PgwCheckout);
define('pgw-payment-status', PgwPaymentStatus);

function define(tag: string, element: CustomElementConstructor): void {
  // Node has no registry.
  if (!('customElements' in globalThis)) return;
  if (customElements.get(tag) === undefined) customElements.define(tag, element);
}
