import { registerLocale, type PgwCheckout, type PgwEvents } from '@pgw/checkout';
import '@pgw/checkout/define';

// A page of a shop. Its TypeScript project has no types of Node, and checks the types of its dependencies.

const checkout = document.querySelector<PgwCheckout>('pgw-checkout');
if (checkout !== null) checkout.texts = { 'view-order': 'Back to Rimba Coffee' };
document.addEventListener('pgw-result', (event) => {
  const { detail } = event as CustomEvent<PgwEvents['pgw-result']>;
  document.title = detail.state;
});
registerLocale('fr', { 'view-order': 'Retour' });
