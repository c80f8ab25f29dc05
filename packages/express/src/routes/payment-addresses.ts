import type { PhoneLink } from '@pgw/protocol';
import type { Payment } from '../payments/payment.ts';
import type { Context } from './context.ts';

type AddressContext = Pick<Context, 'engine' | 'settings'>;

/** Returns the path of the page that runs the gateway's redirection script. */
export function scriptPath({ settings }: AddressContext, payment: Payment): string {
  return settings.addresses.path(paymentRoute(payment, 'redirect'));
}

/** Returns the URL that opens a payment on a phone, and the path of its QR code. */
export function phoneLink({ settings: { addresses } }: AddressContext, payment: Payment): PhoneLink {
  return {
    url: addresses.url(paymentRoute(payment, 'phone')),
    codeUrl: addresses.path(paymentRoute(payment, 'qr')),
  };
}

/** Returns the path of the return page, which displays the outcome of a payment. */
export function returnPath({ engine, settings }: AddressContext, { reference }: Payment): string {
  const { referenceCode } = engine.gateway.profile.returnParameters;
  const query = new URLSearchParams({ [referenceCode]: reference }).toString();
  return settings.addresses.path(`/return?${query}`);
}

function paymentRoute({ reference }: Payment, name: string): string {
  return `/payments/${encodeURIComponent(reference)}/${name}`;
}
