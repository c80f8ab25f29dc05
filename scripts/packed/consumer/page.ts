import '@pgw/checkout/define';
import type { PgwCheckout } from '@pgw/checkout';

// This file uses the element as a bundled page does. The test compiles it and does not run it.

export function pay(checkout: PgwCheckout): void {
  checkout.addEventListener('pgw-result', (event) => console.log(event.detail.state));
  checkout.pay();
}
