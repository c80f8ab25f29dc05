import type { PhoneLink } from '@pgw/protocol/internal';
import type { Payment } from '../model/payments/payment.ts';
import type { Context } from './context.ts';

type AddressContext = Pick<Context, 'paymentContext' | 'settings'>;

export function buildScriptPath({ settings }: AddressContext, payment: Payment): string {
  return settings.addresses.path(buildPaymentRoute(payment, 'redirect'));
}

export function buildPhoneLink(
  { paymentContext, settings: { addresses } }: AddressContext,
  payment: Payment,
): PhoneLink {
  return {
    url: addresses.url(
      `${buildPaymentRoute(payment, 'phone')}/${paymentContext.tokens.create('phone', payment)}`,
    ),
    codeUrl: addresses.path(buildPaymentRoute(payment, 'qr')),
  };
}

/** The path has no token: a browser that may see the order has the cookie. */
export function buildReturnPath(
  { paymentContext, settings }: AddressContext,
  { reference }: Payment,
): string {
  const { referenceCode } = paymentContext.gateway.profile.returnParameters;
  const query = new URLSearchParams({ [referenceCode]: reference }).toString();
  return settings.addresses.path(`/return?${query}`);
}

function buildPaymentRoute({ reference }: Payment, name: string): string {
  return `/payments/${encodeURIComponent(reference)}/${name}`;
}
