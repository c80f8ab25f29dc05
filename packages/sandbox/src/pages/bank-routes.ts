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
  authorizationForm,
  bankPage,
  callbackChoices,
  providerHeader,
  qrSvg,
  returnChoices,
  type BankView,
} from './bank-page.ts';
import { cookieOf, fieldOf, fieldsOf, queryOf } from './fields.ts';
import { moneyText } from './format.ts';
import { html } from './html.ts';
import { sendPage } from './page.ts';
import { factsOf, findPayable, notFoundPage, outcomeOf, shopAddress, type Payable } from './payable.ts';
import { resultPage } from './result-page.ts';

type Numbered = Request<{ number: string }>;

/** Within this time after the decision, the page redirects the browser to the shop. Later it only shows the outcome. */
const redirectWindowMs = 15_000;
/** The delay of the callback when the browser returns before it. */
const callbackDelayMs = 4000;
/** The longest time that the redirect waits for the first attempt of the callback. */
const callbackTimeoutMs = 2000;
const authorized = 9;
const yearMs = 365 * 86_400_000;

/** `GET /bank/:number`: shows the choice of outcomes, or the outcome. */
export function showBankPage(gateway: Gateway, incoming: Numbered, outgoing: Response): void {
  const found = findAttempt(gateway, incoming.params.number);
  if (found === undefined) return sendPage(outgoing, notFoundPage);
  const { payable, payment } = found;
  if (payment.channelId === null) return outgoing.redirect(303, `/pay/${payable.number}`);
  if (payment.status !== 0) return sendOutcome({ gateway, incoming, outgoing, ...found });
  if (queryOf(incoming, 'closed') !== '') return sendClosed(payment, outgoing);
  const provider = providerOf(payment);
  sendPage(outgoing, {
    title: `${provider.name} – Sandbox Gateway`,
    layout: 'bank',
    formRedirectsTo: payment.returnUrl,
    body: bankPage({
      tenant: payable.tenant,
      transactionNumber: payment.transactionNumber,
      provider,
      facts: paymentFacts(payable, payment),
      callback: known(cookieOf(incoming, 'pgw-callback'), callbackChoices, 'now'),
      return: known(cookieOf(incoming, 'pgw-return'), returnChoices, 'now'),
      codeError: queryOf(incoming, 'error') === 'code' ? 'Enter the 6 digits of the code.' : undefined,
      qr: provider.kind === 'qr' ? qrOf(gateway, payment, queryOf(incoming, 'checked') !== '') : undefined,
      schedule: scheduleOf(gateway, payment),
    }),
  });
}

/** `GET /bank/:number/code.svg`: the QR code as a file. */
export function sendCode(gateway: Gateway, incoming: Numbered, outgoing: Response): void {
  const payment = findAttempt(gateway, incoming.params.number)?.payment;
  if (payment === undefined || providerOf(payment).kind !== 'qr') return sendPage(outgoing, notFoundPage);
  outgoing
    .set({
      'content-type': 'image/svg+xml',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(qrSvg(codeAddress(gateway, payment)));
}

/** The content of the QR code: the address of the payment's page. */
function codeAddress(gateway: Gateway, { transactionNumber }: Payment): string {
  return `${gateway.url()}/bank/${transactionNumber}`;
}

function qrOf(gateway: Gateway, payment: Payment, isChecked: boolean): NonNullable<BankView['qr']> {
  const minutes = Math.max(Math.ceil((payment.expiresAt - gateway.settings.now()) / 60_000), 0);
  const timeLeft = `Valid for ${minutes} more ${minutes === 1 ? 'minute' : 'minutes'}`;
  return { address: codeAddress(gateway, payment), timeLeft, isChecked };
}

const dayMs = 86_400_000;

/** The instalments with their due days. The first one includes the remainder of the division. */
function scheduleOf(gateway: Gateway, payment: Payment): BankView['schedule'] {
  const days = findChannel(payment.channelId)?.dueDays;
  if (days === undefined) return undefined;
  const { currencyCode, amount } = payment;
  const part = Math.floor(amount / days.length);
  const date = new Intl.DateTimeFormat('en-MY', { dateStyle: 'medium', timeZone: 'Asia/Kuala_Lumpur' });
  return days.map((day, index) => {
    const sum = index === 0 ? amount - part * (days.length - 1) : part;
    const when = day === 0 ? 'Today' : date.format(gateway.settings.now() + day * dayMs);
    return [when, moneyText({ amount: sum, currencyCode })] as const;
  });
}

/** `POST /bank/:number`: sets the outcome of a pending payment. */
export async function submitBankPage(
  gateway: Gateway,
  incoming: Numbered,
  outgoing: Response,
): Promise<void> {
  const found = findAttempt(gateway, incoming.params.number);
  if (found === undefined) return sendPage(outgoing, notFoundPage);
  const { transactionNumber } = found.payment;
  const page = `/bank/${transactionNumber}`;
  const callback = known(fieldOf(incoming, 'callback'), callbackChoices, 'now');
  const back = known(fieldOf(incoming, 'return'), returnChoices, 'now');
  for (const [name, value] of [
    ['pgw-callback', callback],
    ['pgw-return', back],
  ] as const)
    outgoing.cookie(name, value, { path: '/bank', httpOnly: true, sameSite: 'lax', maxAge: yearMs });
  const outcome = requestedOutcome(found.payment, incoming);
  if (outcome === undefined) return outgoing.redirect(303, `${page}?error=code`);
  const { status } = outcomes[outcome];
  if (status === null) return outgoing.redirect(303, `${page}?closed=1`);
  gateway.ledger.decide(transactionNumber, {
    status,
    callbackDelayMs: back === 'before' ? callbackDelayMs : 0,
    scenarios: [
      ...(callback === 'now' ? [] : [`callback-${callback}`]),
      ...fieldsOf(incoming, 'scenario').filter(isScenarioName),
    ],
  });
  if (back === 'now') await gateway.callbacks.settled(transactionNumber, callbackTimeoutMs);
  outgoing.redirect(303, `${page}?returns=${back}`);
}

/** `POST /bank/:number/authorization`: ends an authorisation without a capture. */
export function endAuthorization(gateway: Gateway, incoming: Numbered, outgoing: Response): void {
  const found = findAttempt(gateway, incoming.params.number);
  if (found === undefined) return sendPage(outgoing, notFoundPage);
  const { transactionNumber } = found.payment;
  const end = fieldOf(incoming, 'end');
  if (isAuthorizationEnd(end))
    gateway.ledger.endAuthorization(transactionNumber, { status: authorizationEnds[end].status });
  outgoing.redirect(303, `/bank/${transactionNumber}`);
}

/** Redirects the posted form of a wallet's or bank's script to the bank page. */
export function redirectToBank(incoming: Numbered, outgoing: Response): void {
  outgoing.redirect(303, `/bank/${encodeURIComponent(incoming.params.number)}`);
}

/** The outcome that was chosen in the form. For an approved card it depends on the code; undefined when the code is missing. */
function requestedOutcome(payment: Payment, incoming: Numbered): OutcomeName | undefined {
  const requested = fieldOf(incoming, 'outcome');
  const outcome = isOutcomeName(requested) ? requested : 'close';
  if (outcome !== 'approve' || providerOf(payment).kind !== 'card') return outcome;
  const code = fieldOf(incoming, 'code').replaceAll(/\D/g, '');
  if (code.length !== 6) return undefined;
  if (code === '000000') return 'decline';
  return payment.challengeType === authType.preAuth ? 'authorize' : 'approve';
}

interface Attempt {
  readonly payable: Payable;
  readonly payment: Payment;
}

/** Finds the payment of a bank page by its transaction number. A session number is not found. */
function findAttempt(gateway: Gateway, number: string): Attempt | undefined {
  const payment = gateway.ledger.findPayment(number);
  const payable = payment && findPayable(gateway, number);
  return payment && payable && { payment, payable };
}

const kinds = {
  Card: 'card',
  OnlineBanking: 'bank',
  EWallet: 'wallet',
  QR: 'qr',
  PayLater: 'later',
  Loyalty: 'points',
} as const;

function providerOf(payment: Payment): BankView['provider'] {
  const bank = findBank(payment.providerChannelId);
  if (bank !== undefined) return { name: bank.displayName, logo: `bank-${bank.id}`, kind: 'bank' };
  const channel = findChannel(payment.channelId);
  const kind = channel === undefined ? 'wallet' : kinds[channel.type];
  return { name: channel?.name ?? 'Sandbox Gateway', logo: `channel-${payment.channelId ?? 0}`, kind };
}

function paymentFacts({ tenant }: Payable, payment: Payment): [string, string][] {
  const { currencyCode, amount } = payment;
  const channel = findChannel(payment.channelId);
  const fee = channel === undefined ? 0 : (channelTerms(toWireChannel(channel, ''), payment)?.fee ?? 0);
  const { kind } = providerOf(payment);
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
      ? [['Total', moneyText(payment)]]
      : [
          ['Order', moneyText(payment)],
          ['Fee', moneyText({ amount: fee, currencyCode })],
          ['Total', moneyText({ amount: amount + fee, currencyCode })],
        ];
  return [
    ['Pay to', tenant.name],
    ...sums,
    ...(kind === 'points' ? [['Points used', pointsText(payment.amount)] as [string, string]] : []),
    [
      'From',
      cardLastDigits === null ? `${account} ··${digits}` : `${cardBrand ?? 'Card'} ··${cardLastDigits}`,
    ],
    ['Reference', payment.referenceCode],
  ];
}

/** The number of points: one for each minor unit. */
function pointsText(amount: number): string {
  return new Intl.NumberFormat('en-MY').format(amount);
}

function sendOutcome(view: Attempt & { gateway: Gateway; incoming: Numbered; outgoing: Response }): void {
  const { gateway, incoming, outgoing, payable, payment } = view;
  const { session, tenant, number } = payable;
  const isRetried = session?.status === 0;
  const address = isRetried ? `/pay/${number}` : shopAddress(gateway, payment);
  const place = isRetried ? 'the payment page' : tenant.name;
  const returns = known(queryOf(incoming, 'returns'), returnChoices, 'never');
  const isFresh = gateway.settings.now() - (payment.decidedAt ?? 0) < redirectWindowMs;
  const isLeaving = returns !== 'never' && isFresh;
  const outcome = outcomeOf(payment);
  sendPage(outgoing, {
    title: `${outcome.heading} – ${providerOf(payment).name}`,
    layout: 'bank',
    refreshTo: isLeaving ? address : undefined,
    body: html`${providerHeader(providerOf(payment))}
    ${resultPage({
      ...outcome,
      heading: isLeaving ? `${outcome.heading}. Returning to ${place}…` : outcome.heading,
      facts: factsOf(payment),
      link: { address, label: `Return to ${place}` },
      more:
        payment.status === authorized && !isLeaving
          ? authorizationForm(payment.transactionNumber)
          : undefined,
    })}`,
  });
}

function sendClosed(payment: Payment, outgoing: Response): void {
  sendPage(outgoing, {
    title: `Closed – ${providerOf(payment).name}`,
    layout: 'bank',
    body: html`${providerHeader(providerOf(payment))}
    ${resultPage({
      tone: 'neutral',
      heading: 'Closed without returning',
      text: 'The shop received no callback, and the status is still 0, Pending. You may close this window.',
      facts: factsOf(payment),
      link: { address: `/bank/${payment.transactionNumber}`, label: 'Open the payment again' },
    })}`,
  });
}

function known<Value extends string>(
  given: string,
  choices: Readonly<Record<Value, string>>,
  otherwise: NoInfer<Value>,
): Value {
  // `Object.keys` returns the keys of the type.
  return (Object.keys(choices) as Value[]).find((choice) => choice === given) ?? otherwise;
}
