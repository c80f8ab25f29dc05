import '@pgw/checkout/define';
import type { PgwCheckout } from '@pgw/checkout';

// Compiled, not run: the element, as a page that is bundled sees it.

export function pay(checkout: PgwCheckout): void {
  checkout.addEventListener('pgw-result', (event) => console.log(event.detail.state));
  checkout.pay();
}
