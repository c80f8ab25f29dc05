// A page that bundles the element.
import '@pgw/checkout/define';
import { PgwCheckout } from '@pgw/checkout';

if (!(document.querySelector('pgw-checkout') instanceof PgwCheckout))
  throw new Error('The element of the page is not registered.');
