import '@pgw/checkout/define';
import type { PgwCheckout } from '@pgw/checkout';

// This file uses the element like a bundled page. It is compiled and not run.

export function pay(checkout: PgwCheckout): void {
  checkout.addEventListener('pgw-result', (event) => console.log(event.detail.state));
  checkout.pay();
}
