import { authType, channelTerms } from '@pgw/protocol';
import type { Request, Response } from 'express';
import { toWireChannel, findBank, findChannel } from '../catalogue/catalogue.ts';
import type { Gateway } from '../gateway.ts';
import type { Payment } from '../ledger/rows.ts';
import {
  authorizationEnds,
  isAuthorizationEnd,
  isOutcomeName,
  outcomes,
  type OutcomeName,
} from '../outcomes.ts';
import { isScenarioName } from '../scenarios.ts';
import {
  renderAuthorizationForm,
  renderBankPage,
  callbackChoices,
  renderProviderHeader,
  renderQrSvg,
  returnChoices,
  type BankView,
} from './bank-page.ts';
import { readCookie, readField, readFields, readQueryParameter } from './fields.ts';
import { formatMoney } from './format.ts';
import { html } from './html.ts';
import { sendPage } from './page.ts';
import { toFacts, findPayable, notFoundPage, toOutcomeView, toShopAddress, type Payable } from './payable.ts';
import { renderResultPage } from './result-page.ts';

type NumberedRequest = Request<{ number: string }>;

/** Within this time after the decision, the page redirects the browser to the shop. Later it only shows the outcome. */
const redirectWindowMs = 15_000;
/** The delay of the callback when the browser returns before it. */
const callbackDelayMs = 4000;
/** The longest time that the redirect waits for the first attempt of the callback. */
const callbackTimeoutMs = 2000;
const authorized = 9;
const yearMs = 365 * 86_400_000;

/** `GET /bank/:number`: shows the choice of outcomes, or the outcome. */
export function showBankPage(gateway: Gateway, incoming: NumberedRequest, outgoing: Response): void {
  const attempt = findAttempt(gateway, incoming.params.number);
  if (attempt === undefined) return sendPage(outgoing, notFoundPage);
  const { payable, payment } = attempt;
  if (payment.channelId === null) return outgoing.redirect(303, `/pay/${payable.number}`);
  if (payment.status !== 0) return sendOutcome({ gateway, incoming, outgoing, ...attempt });
  if (readQueryParameter(incoming, 'closed') !== '') return sendClosed(payment, outgoing);
  const provider = toProvider(payment);
  sendPage(outgoing, {
    title: `${provider.name} – Sandbox Gateway`,
    layout: 'bank',
    formRedirectsTo: payment.returnUrl,
    body: renderBankPage({
      tenant: payable.tenant,
      transactionNumber: payment.transactionNumber,
      provider,
      facts: toPaymentFacts(payable, payment),
      callbackChoice: toChoice(readCookie(incoming, 'pgw-callback'), callbackChoices, 'now'),
      returnChoice: toChoice(readCookie(incoming, 'pgw-return'), returnChoices, 'now'),
      codeError:
        readQueryParameter(incoming, 'error') === 'code' ? 'Enter the 6 digits of the code.' : undefined,
      qr:
        provider.kind === 'qr'
          ? toQrView(gateway, payment, readQueryParameter(incoming, 'checked') !== '')
          : undefined,
      schedule: toSchedule(gateway, payment),
    }),
  });
}

/** `GET /bank/:number/code.svg`: the QR code as a file. */
export function sendQrCode(gateway: Gateway, incoming: NumberedRequest, outgoing: Response): void {
  const payment = findAttempt(gateway, incoming.params.number)?.payment;
  if (payment === undefined || toProvider(payment).kind !== 'qr') return sendPage(outgoing, notFoundPage);
  outgoing
    .set({
      'content-type': 'image/svg+xml',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(renderQrSvg(toQrCodeAddress(gateway, payment)));
}

/** The content of the QR code: the address of the payment's page. */
function toQrCodeAddress(gateway: Gateway, { transactionNumber }: Payment): string {
  return `${gateway.url()}/bank/${transactionNumber}`;
}

function toQrView(gateway: Gateway, payment: Payment, isChecked: boolean): NonNullable<BankView['qr']> {
  const minutes = Math.max(Math.ceil((payment.expiresAt - gateway.settings.now()) / 60_000), 0);
  const timeLeft = `Valid for ${minutes} more ${minutes === 1 ? 'minute' : 'minutes'}`;
  return { address: toQrCodeAddress(gateway, payment), timeLeft, isChecked };
}

const dayMs = 86_400_000;

/** The instalments with their due days. The first one includes the remainder of the division. */
function toSchedule(gateway: Gateway, payment: Payment): BankView['schedule'] {
  const days = findChannel(payment.channelId)?.dueDays;
  if (days === undefined) return undefined;
  const { currencyCode, amount } = payment;
  const part = Math.floor(amount / days.length);
  const date = new Intl.DateTimeFormat('en-MY', { dateStyle: 'medium', timeZone: 'Asia/Kuala_Lumpur' });
  return days.map((day, index) => {
    const sum = index === 0 ? amount - part * (days.length - 1) : part;
    const when = day === 0 ? 'Today' : date.format(gateway.settings.now() + day * dayMs);
    return [when, formatMoney({ amount: sum, currencyCode })] as const;
  });
}

/** `POST /bank/:number`: sets the outcome of a pending payment. */
export async function submitBankPage(
  gateway: Gateway,
  incoming: NumberedRequest,
  outgoing: Response,
): Promise<void> {
  const attempt = findAttempt(gateway, incoming.params.number);
  if (attempt === undefined) return sendPage(outgoing, notFoundPage);
  const { transactionNumber } = attempt.payment;
  const page = `/bank/${transactionNumber}`;
  const callbackChoice = toChoice(readField(incoming, 'callback'), callbackChoices, 'now');
  const returnChoice = toChoice(readField(incoming, 'return'), returnChoices, 'now');
  for (const [name, value] of [
    ['pgw-callback', callbackChoice],
    ['pgw-return', returnChoice],
  ] as const)
    outgoing.cookie(name, value, { path: '/bank', httpOnly: true, sameSite: 'lax', maxAge: yearMs });
  const outcome = readOutcome(attempt.payment, incoming);
  if (outcome === undefined) return outgoing.redirect(303, `${page}?error=code`);
  const { status } = outcomes[outcome];
  if (status === null) return outgoing.redirect(303, `${page}?closed=1`);
  gateway.ledger.decide(transactionNumber, {
    status,
    callbackDelayMs: returnChoice === 'before' ? callbackDelayMs : 0,
    scenarios: [
      ...(callbackChoice === 'now' ? [] : [`callback-${callbackChoice}`]),
      ...readFields(incoming, 'scenario').filter(isScenarioName),
    ],
  });
  if (returnChoice === 'now') await gateway.callbacks.waitForAttempts(transactionNumber, callbackTimeoutMs);
  outgoing.redirect(303, `${page}?returns=${returnChoice}`);
}

/** `POST /bank/:number/authorization`: ends an authorisation without a capture. */
export function endAuthorization(gateway: Gateway, incoming: NumberedRequest, outgoing: Response): void {
  const attempt = findAttempt(gateway, incoming.params.number);
  if (attempt === undefined) return sendPage(outgoing, notFoundPage);
  const { transactionNumber } = attempt.payment;
  const end = readField(incoming, 'end');
  if (isAuthorizationEnd(end))
    gateway.ledger.endAuthorization(transactionNumber, { status: authorizationEnds[end].status });
  outgoing.redirect(303, `/bank/${transactionNumber}`);
}

/** Redirects the posted form of a wallet's or bank's script to the bank page. */
export function redirectToBank(incoming: NumberedRequest, outgoing: Response): void {
  outgoing.redirect(303, `/bank/${encodeURIComponent(incoming.params.number)}`);
}

/** The outcome that was chosen in the form. For an approved card it depends on the code; undefined when the code is missing. */
function readOutcome(payment: Payment, incoming: NumberedRequest): OutcomeName | undefined {
  const outcomeName = readField(incoming, 'outcome');
  const outcome = isOutcomeName(outcomeName) ? outcomeName : 'close';
  if (outcome !== 'approve' || toProvider(payment).kind !== 'card') return outcome;
  const code = readField(incoming, 'code').replaceAll(/\D/g, '');
  if (code.length !== 6) return undefined;
  if (code === '000000') return 'decline';
  return payment.challengeType === authType.preAuth ? 'authorize' : 'approve';
}

interface BankAttempt {
  readonly payable: Payable;
  readonly payment: Payment;
}

/** Finds the payment of a bank page by its transaction number. A session number is not found. */
function findAttempt(gateway: Gateway, number: string): BankAttempt | undefined {
  const payment = gateway.ledger.findPayment(number);
  const payable = payment && findPayable(gateway, number);
  return payment && payable && { payment, payable };
}

const providerKinds = {
  Card: 'card',
  OnlineBanking: 'bank',
  EWallet: 'wallet',
  QR: 'qr',
  PayLater: 'later',
  Loyalty: 'points',
} as const;

function toProvider(payment: Payment): BankView['provider'] {
  const bank = findBank(payment.providerChannelId);
  if (bank !== undefined) return { name: bank.displayName, logo: `bank-${bank.id}`, kind: 'bank' };
  const channel = findChannel(payment.channelId);
  const kind = channel === undefined ? 'wallet' : providerKinds[channel.type];
  return { name: channel?.name ?? 'Sandbox Gateway', logo: `channel-${payment.channelId ?? 0}`, kind };
}

function toPaymentFacts({ tenant }: Payable, payment: Payment): [string, string][] {
  const { currencyCode, amount } = payment;
  const channel = findChannel(payment.channelId);
  const fee = channel === undefined ? 0 : (channelTerms(toWireChannel(channel, ''), payment)?.fee ?? 0);
  const { kind } = toProvider(payment);
  const account = {
    bank: 'Savings',
    wallet: 'Balance',
    card: 'Card',
    qr: 'Savings',
    later: 'Account',
    points: 'Points',
  }[kind];
  const { cardBrand, cardLastDigits } = payment;
  const digits = String(Number.parseInt(payment.transactionNumber.slice(4, 10), 16) % 10_000).padStart(
    4,
    '0',
  );
  const sums: [string, string][] =
    fee === 0
      ? [['Total', formatMoney(payment)]]
      : [
          ['Order', formatMoney(payment)],
          ['Fee', formatMoney({ amount: fee, currencyCode })],
          ['Total', formatMoney({ amount: amount + fee, currencyCode })],
        ];
  return [
    ['Pay to', tenant.name],
    ...sums,
    ...(kind === 'points' ? [['Points used', formatPoints(payment.amount)] as [string, string]] : []),
    [
      'From',
      cardLastDigits === null ? `${account} ··${digits}` : `${cardBrand ?? 'Card'} ··${cardLastDigits}`,
    ],
    ['Reference', payment.referenceCode],
  ];
}

/** The number of points: one for each minor unit. */
function formatPoints(amount: number): string {
  return new Intl.NumberFormat('en-MY').format(amount);
}

function sendOutcome(
  view: BankAttempt & { gateway: Gateway; incoming: NumberedRequest; outgoing: Response },
): void {
  const { gateway, incoming, outgoing, payable, payment } = view;
  const { session, tenant, number } = payable;
  const isRetried = session?.status === 0;
  const address = isRetried ? `/pay/${number}` : toShopAddress(gateway, payment);
  const place = isRetried ? 'the payment page' : tenant.name;
  const returns = toChoice(readQueryParameter(incoming, 'returns'), returnChoices, 'never');
  const isFresh = gateway.settings.now() - (payment.decidedAt ?? 0) < redirectWindowMs;
  const isLeaving = returns !== 'never' && isFresh;
  const outcome = toOutcomeView(payment);
  sendPage(outgoing, {
    title: `${outcome.heading} – ${toProvider(payment).name}`,
    layout: 'bank',
    refreshTo: isLeaving ? address : undefined,
    body: html`${renderProviderHeader(toProvider(payment))}
    ${renderResultPage({
      ...outcome,
      heading: isLeaving ? `${outcome.heading}. Returning to ${place}…` : outcome.heading,
      facts: toFacts(payment),
      link: { address, label: `Return to ${place}` },
      more:
        payment.status === authorized && !isLeaving
          ? renderAuthorizationForm(payment.transactionNumber)
          : undefined,
    })}`,
  });
}

function sendClosed(payment: Payment, outgoing: Response): void {
  sendPage(outgoing, {
    title: `Closed – ${toProvider(payment).name}`,
    layout: 'bank',
    body: html`${renderProviderHeader(toProvider(payment))}
    ${renderResultPage({
      tone: 'neutral',
      heading: 'Closed without returning',
      text: 'The shop received no callback, and the status is still 0, Pending. You may close this window.',
      facts: toFacts(payment),
      link: { address: `/bank/${payment.transactionNumber}`, label: 'Open the payment again' },
    })}`,
  });
}

function toChoice<Value extends string>(
  value: string,
  choices: Readonly<Record<Value, string>>,
  defaultChoice: NoInfer<Value>,
): Value {
  // `Object.keys` returns the keys of the type.
  return (Object.keys(choices) as Value[]).find((choice) => choice === value) ?? defaultChoice;
}
