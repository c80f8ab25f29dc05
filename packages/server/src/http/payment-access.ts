import type { PhoneLink } from '@pgw/protocol/internal';
import type { PricedOrder } from '../model/payments/order.ts';
import type { Payment } from '../model/payments/payment.ts';
import { CheckoutProblem } from '../model/problem.ts';
import { requireUnpaid } from '../start/start.ts';
import { resolveOrder, type Context, type Exchange } from './route.ts';

type AccessContext = Pick<Context, 'paymentContext' | 'settings'>;

/**
 * `pgw_payments` has the `order` tokens of the payments that this browser may see, the newest first. `pgw_phone`
 * has the `phone` token of the payment that it opened by its QR code.
 */
type CookieName = 'pgw_payments' | 'pgw_phone';

const separator = '.';
const tokenPattern = /^[\w-]{22}$/;
/** The maximum number of tokens in a cookie, so that a browser never sends more than 230 characters. */
const maxTokens = 10;
const dayMs = 24 * 60 * 60 * 1000;
const maxAgesMs: Readonly<Record<CookieName, number>> = { pgw_payments: 7 * dayMs, pgw_phone: dayMs };

/** Whether the browser has the cookie with which it may see the payment and its order. */
export function hasAccess({ paymentContext }: AccessContext, exchange: Exchange, payment: Payment): boolean {
  return readTokens(exchange, 'pgw_payments').some((token) =>
    paymentContext.tokens.isValid('order', payment, token),
  );
}

/**
 * Call it only for a browser for which the shop has resolved this order, or that returned with the token of the
 * return URL.
 */
export function grantAccess(context: AccessContext, exchange: Exchange, payment: Payment): void {
  const { tokens } = context.paymentContext;
  const cookie = readTokens(exchange, 'pgw_payments');
  if (cookie.some((token) => tokens.isValid('order', payment, token))) return;
  const value = [tokens.create('order', payment), ...cookie].slice(0, maxTokens).join(separator);
  setCookie(context, exchange, { name: 'pgw_payments', value });
}

/**
 * Loads the order of a request. A shop gives no order that is paid, so a browser that may see its payment learns that. A
 * network that guesses orders gets none.
 *
 * @throws CheckoutProblem `order-already-paid` and the other codes of {@link requireUnpaid} for a browser with the cookie of such
 * a payment; otherwise `unknown-order` when the shop has no such order for this visitor; `too-many-requests`.
 */
export async function resolveRequestedOrder(
  context: Context,
  exchange: Exchange,
  orderId: string,
): Promise<PricedOrder> {
  const { guesses, paymentContext } = context;
  const { native, clientAddress } = exchange.request;
  guesses?.refuseGuesser(clientAddress);
  try {
    return await resolveOrder(context, orderId, native);
  } catch (error) {
    if (!(error instanceof CheckoutProblem) || error.code !== 'unknown-order') throw error;
    for (const payment of await listAccessiblePayments(context, exchange, orderId))
      requireUnpaid(paymentContext, payment);
    await guesses?.count(clientAddress);
    throw error;
  }
}

/** The store is read only for a browser with a cookie, whether or not there is such an order. */
async function listAccessiblePayments(
  context: Context,
  exchange: Exchange,
  orderId: string,
): Promise<readonly Payment[]> {
  if (orderId.includes('\0') || readTokens(exchange, 'pgw_payments').length === 0) return [];
  const payments = await context.paymentContext.store.search('payments', { orderId });
  return payments.filter((payment) => hasAccess(context, exchange, payment));
}

/** If a start is refused because of another payment of this order, the browser may see that payment. */
export async function grantAccessAfterRefusal<Result>(
  context: AccessContext,
  { exchange, orderId }: { readonly exchange: Exchange; readonly orderId: string },
  start: () => Promise<Result>,
): Promise<Result> {
  try {
    return await start();
  } catch (error) {
    const reference = error instanceof CheckoutProblem ? error.reference : undefined;
    const payment =
      reference === undefined ? undefined : await context.paymentContext.store.find('payment', reference);
    if (payment?.orderId === orderId) grantAccess(context, exchange, payment);
    throw error;
  }
}

export function isOnPhone({ paymentContext }: AccessContext, exchange: Exchange, payment: Payment): boolean {
  return readTokens(exchange, 'pgw_phone').some((token) =>
    paymentContext.tokens.isValid('phone', payment, token),
  );
}

export function setPhoneCookie(context: AccessContext, exchange: Exchange, payment: Payment): void {
  setCookie(context, exchange, {
    name: 'pgw_phone',
    value: context.paymentContext.tokens.create('phone', payment),
  });
}

/** A browser can send an empty cookie before another one of this name, because each path and domain has its own. */
function readTokens({ request }: Exchange, name: CookieName): readonly string[] {
  const header = request.header('cookie');
  if (header === undefined) return [];
  const cookies = header.split(';').map((cookie) => cookie.trim());
  const values = cookies.filter((cookie) => cookie.startsWith(`${name}=`));
  const tokens = values.flatMap((cookie) => cookie.slice(name.length + 1).split(separator));
  return tokens.filter((token) => tokenPattern.test(token)).slice(0, maxTokens);
}

function setCookie(
  { settings: { addresses } }: AccessContext,
  { headers }: Exchange,
  { name, value }: { readonly name: CookieName; readonly value: string },
): void {
  // Tokens and separators need no encoding in a cookie.
  const attributes = [
    `${name}=${value}`,
    `Max-Age=${maxAgesMs[name] / 1_000}`,
    `Path=${addresses.path('')}`,
    'HttpOnly',
    ...(addresses.origin.startsWith('https:') ? ['Secure'] : []),
    'SameSite=Lax',
  ];
  headers['Set-Cookie'] = attributes.join('; ');
}

export async function findRequestedPayment(
  { paymentContext }: Context,
  { params }: Exchange,
): Promise<Payment> {
  const payment = await paymentContext.store.find('payment', params['reference'] ?? '');
  if (payment === undefined)
    throw new CheckoutProblem('unknown-payment', 'There is no payment with this reference.');
  return payment;
}

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
