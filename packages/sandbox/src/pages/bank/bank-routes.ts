import { authType } from '@pgw/protocol';
import type { Response } from 'express';
import type { Gateway } from '../../gateway.ts';
import type { Payment } from '../../ledger/tables.ts';
import {
  authorizationEnds,
  isAuthorizationEnd,
  isOutcomeName,
  outcomes,
  type OutcomeName,
} from '../../catalogue/outcomes.ts';
import { isScenarioName } from '../../scenarios/scenarios.ts';
import { findTestAmount } from '../../scenarios/test-amounts.ts';
import { paymentStatusNumber } from '../../catalogue/status-numbers.ts';
import {
  renderAuthorizationForm,
  renderBankPage,
  callbackChoices,
  renderProviderHeader,
  renderQrSvg,
  returnChoices,
} from './bank-page.ts';
import { toApprovalFacts, toProvider, toQrCodeUrl, toQrView, toInstalments } from './bank-view.ts';
import { readCookie, readField, readFields, readQueryParameter, type RequestWithNumber } from '../fields.ts';
import { html } from '@pgw/protocol/html';
import { sendPage, type Page } from '../page.ts';
import { toResultFacts, findPayable, toOutcomeView, toShopUrl, type Payable } from '../payable.ts';
import { notFoundPage, renderResultPage, type ResultView } from '../result-page.ts';

/** In this time after the decision, the page redirects the browser to the shop. Later, it shows the outcome. */
const redirectWindowMs = 15_000;
/** The delay of the callback when the browser returns to the shop first. */
const callbackDelayMs = 4000;
/** The longest time that the redirect waits for the first attempt of the callback. */
const callbackTimeoutMs = 2000;
/** The bank of a card requires a code of this number of digits. */
const codeLength = 6;
/** The code with which the bank declines the payment. Every other code is accepted. */
const wrongCode = '000000';
const yearMs = 365 * 86_400_000;

/** `GET /bank/:number`: the choice of outcomes for a pending payment, or the outcome. */
export function showBankPage(gateway: Gateway, incoming: RequestWithNumber, outgoing: Response): void {
  const attempt = findAttempt(gateway, incoming.params.number);
  if (attempt === undefined) return sendPage(outgoing, notFoundPage);
  const { payable, payment } = attempt;
  if (payment.channelId === null) return outgoing.redirect(303, `/pay/${payable.number}`);
  if (payment.status !== paymentStatusNumber.pending)
    return sendOutcomePage({ gateway, incoming, outgoing, ...attempt });
  const closed = readQueryParameter(incoming, 'closed');
  if (closed === 'waiting') return sendWaitingPage(gateway, attempt, outgoing);
  if (closed !== '') return sendClosedPage(payment, outgoing);
  const provider = toProvider(payment);
  sendPage(outgoing, {
    title: `${provider.name} – Sandbox Gateway`,
    layout: 'bank',
    merchant: payable.tenant.name,
    formRedirectsTo: payment.returnUrl,
    body: renderBankPage({
      transactionNumber: payment.transactionNumber,
      provider,
      facts: toApprovalFacts(payable, payment),
      testAmount: gateway.scenarios.isOn('test-amounts', { channelId: payment.channelId })
        ? findTestAmount(payment.amount)?.result
        : undefined,
      callbackChoice: toChoice(readCookie(incoming, 'pgw-callback'), callbackChoices, 'now'),
      returnChoice: toChoice(readCookie(incoming, 'pgw-return'), returnChoices, 'now'),
      codeError:
        readQueryParameter(incoming, 'error') === 'code'
          ? `Enter the ${codeLength} digits of the code.`
          : undefined,
      qr:
        provider.kind === 'qr'
          ? toQrView(gateway, payment, readQueryParameter(incoming, 'checked') !== '')
          : undefined,
      instalments: toInstalments(gateway, payment),
    }),
  });
}

/** `GET /bank/:number/code.svg`: sends the QR code as a file. */
export function sendQrCode(gateway: Gateway, incoming: RequestWithNumber, outgoing: Response): void {
  const payment = findAttempt(gateway, incoming.params.number)?.payment;
  if (payment === undefined || toProvider(payment).kind !== 'qr') return sendPage(outgoing, notFoundPage);
  outgoing
    .set({
      'content-type': 'image/svg+xml',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(renderQrSvg(toQrCodeUrl(gateway, payment)));
}

/** `POST /bank/:number`: sets the outcome of a pending payment, and stores the choices in cookies. */
export async function submitBankPage(
  gateway: Gateway,
  incoming: RequestWithNumber,
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
  const isDecided = gateway.ledger.decide(transactionNumber, {
    status,
    callbackDelayMs: returnChoice === 'before' ? callbackDelayMs : 0,
    scenarios: [
      ...(callbackChoice === 'now' ? [] : [`callback-${callbackChoice}`]),
      ...readFields(incoming, 'scenario').filter(isScenarioName),
    ],
  });
  // A test amount can leave the payment pending.
  if (!isDecided && gateway.ledger.findPayment(transactionNumber)?.status === paymentStatusNumber.pending)
    return outgoing.redirect(303, `${page}?closed=waiting`);
  if (returnChoice === 'now') await gateway.callbacks.waitForAttempts(transactionNumber, callbackTimeoutMs);
  outgoing.redirect(303, `${page}?returns=${returnChoice}`);
}

/** `POST /bank/:number/authorization`: ends an authorization without a capture. */
export function endAuthorization(gateway: Gateway, incoming: RequestWithNumber, outgoing: Response): void {
  const attempt = findAttempt(gateway, incoming.params.number);
  if (attempt === undefined) return sendPage(outgoing, notFoundPage);
  const { transactionNumber } = attempt.payment;
  const end = readField(incoming, 'end');
  if (isAuthorizationEnd(end))
    gateway.ledger.endAuthorization(transactionNumber, { status: authorizationEnds[end].status });
  outgoing.redirect(303, `/bank/${transactionNumber}`);
}

/** Redirects to the bank page. The scripts of wallets and banks post their form to this route. */
export function redirectToBank(incoming: RequestWithNumber, outgoing: Response): void {
  outgoing.redirect(303, `/bank/${encodeURIComponent(incoming.params.number)}`);
}

/** For an approved card, the code decides the outcome. Undefined when the code is incomplete. */
function readOutcome(payment: Payment, incoming: RequestWithNumber): OutcomeName | undefined {
  const outcomeName = readField(incoming, 'outcome');
  // An unknown outcome leaves the payment pending, like `close`.
  const outcome = isOutcomeName(outcomeName) ? outcomeName : 'close';
  if (outcome !== 'approve' || toProvider(payment).kind !== 'card') return outcome;
  const code = readField(incoming, 'code').replaceAll(/\D/g, '');
  if (code.length !== codeLength) return undefined;
  if (code === wrongCode) return 'decline';
  return payment.challengeType === authType.preAuth ? 'authorize' : 'approve';
}

interface BankAttempt {
  readonly payment: Payment;
  /** The payment itself, or the hosted session to which it belongs. */
  readonly payable: Payable;
}

/** Finds the payment of a bank page by its transaction number. Undefined for the number of a session. */
function findAttempt(gateway: Gateway, number: string): BankAttempt | undefined {
  const payment = gateway.ledger.findPayment(number);
  const payable = findPayable(gateway, number);
  return payment === undefined || payable === undefined ? undefined : { payment, payable };
}

function sendOutcomePage(
  context: BankAttempt & { gateway: Gateway; incoming: RequestWithNumber; outgoing: Response },
): void {
  const { gateway, incoming, outgoing, payable, payment } = context;
  const { session, tenant, number } = payable;
  const isSessionOpen = session?.status === paymentStatusNumber.pending;
  const url = isSessionOpen ? `/pay/${number}` : toShopUrl(gateway, payment);
  const destination = isSessionOpen ? 'the payment page' : tenant.name;
  const returnChoice = toChoice(readQueryParameter(incoming, 'returns'), returnChoices, 'never');
  const isRecent = gateway.settings.now() - (payment.decidedAt ?? 0) < redirectWindowMs;
  const isRedirected = returnChoice !== 'never' && isRecent;
  const outcome = toOutcomeView(payment);
  sendResult(outgoing, payment, {
    ...outcome,
    title: outcome.heading,
    refreshTo: isRedirected ? url : undefined,
    heading: isRedirected ? `${outcome.heading}. Returning to ${destination}…` : outcome.heading,
    link: { url, label: `Return to ${destination}` },
    more:
      payment.status === paymentStatusNumber.authorized && !isRedirected
        ? renderAuthorizationForm(payment.transactionNumber)
        : undefined,
  });
}

function sendClosedPage(payment: Payment, outgoing: Response): void {
  sendResult(outgoing, payment, {
    title: 'Closed',
    tone: 'neutral',
    heading: 'Closed without returning',
    text: 'The shop received no callback, and the status is still 0, Pending. You may close this window.',
    link: { url: `/bank/${payment.transactionNumber}`, label: 'Open the payment again' },
  });
}

function sendWaitingPage(gateway: Gateway, { payment, payable }: BankAttempt, outgoing: Response): void {
  sendResult(outgoing, payment, {
    title: 'Not decided yet',
    tone: 'warning',
    heading: 'The bank has not decided yet',
    text: 'The amount selects this outcome. The status is still 0, Pending, until the payment expires.',
    link: { url: toShopUrl(gateway, payment), label: `Return to ${payable.tenant.name}` },
  });
}

type ResultOptions = Omit<ResultView, 'facts'> & Pick<Page, 'title' | 'refreshTo'>;

function sendResult(outgoing: Response, payment: Payment, options: ResultOptions): void {
  const { title, refreshTo, ...view } = options;
  const provider = toProvider(payment);
  sendPage(outgoing, {
    title: `${title} – ${provider.name}`,
    layout: 'bank',
    refreshTo,
    body: html`${renderProviderHeader(provider)}
    ${renderResultPage({ ...view, facts: toResultFacts(payment) })}`,
  });
}

function toChoice<Value extends string>(
  value: string,
  choices: Readonly<Record<Value, string>>,
  defaultChoice: NoInfer<Value>,
): Value {
  // `Object.keys` of a constant record returns the keys of its type.
  return (Object.keys(choices) as Value[]).find((choice) => choice === value) ?? defaultChoice;
}
