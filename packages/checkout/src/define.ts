import { PgwCheckout } from './pgw-checkout.ts';
import { PgwPaymentStatus } from './pgw-payment-status.ts';

giveStylesNonce();
// Registers both elements. Safe to run twice, and from two copies of the script: the first one wins.
register('pgw-checkout', PgwCheckout);
register('pgw-payment-status', PgwPaymentStatus);

function register(tag: string, element: CustomElementConstructor): void {
  // Where there is no page (a server that renders), there is nothing to register with.
  if (!('customElements' in globalThis)) return;
  if (customElements.get(tag) === undefined) customElements.define(tag, element);
}

/**
 * Without constructed style sheets (before Chrome 73, Firefox 101, Safari 16.4) Lit writes style elements, which a strict
 * policy lets through by a nonce only: the one our scripts have. A page that has set Lit's own name for it knows better.
 */
function giveStylesNonce(): void {
  if (!('document' in globalThis)) return;
  // A global of Lit's that TypeScript is not told of.
  const page = globalThis as { litNonce?: string | undefined };
  page.litNonce ??= document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
}
