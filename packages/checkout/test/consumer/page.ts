import { registerLocale, type PgwCheckout, type Texts } from '@pgw/checkout';
import '@pgw/checkout/define';

// A page of a shop. Its TypeScript project has no types of Node, and checks the types of its dependencies.

const checkout = document.querySelector<PgwCheckout>('pgw-checkout');
if (checkout !== null) checkout.texts = { 'view-order': 'Back to Rimba Coffee' };
const texts: Partial<Texts> = { retry: 'Pay again' };
if (checkout !== null) checkout.texts = texts;
// @ts-expect-error An id that no text has is an error.
if (checkout !== null) checkout.texts = { 'view-odrer': 'Back' };
// The details of the events are known at the element, at the document and at the window.
checkout?.addEventListener('pgw-change', ({ detail }) => [detail.channelId?.toFixed(), detail.bankId]);
document.addEventListener('pgw-result', ({ detail }) => {
  document.title = detail.state;
});
document.addEventListener('pgw-before-pay', ({ detail }) => detail.waitUntil(Promise.resolve(detail.amount)));
window.addEventListener('pgw-error', ({ detail }) => detail.code.length);
// @ts-expect-error A fact that an event does not have is an error.
document.addEventListener('pgw-ready', ({ detail }) => detail.reference);
registerLocale('fr', { 'view-order': 'Retour' });
