import {
  isSameReference,
  parseCallback,
  type CallbackBody,
  type CallbackSubject,
  type ParsedCallback,
} from '@pgw/protocol';
import { formatViolations, violationsOf, withoutCardToken } from '@pgw/protocol/internal';
import { queryRecord } from '../../sync/gateway-record.ts';
import { sweepCallbacksAfterMs } from '../../sync/inbox.ts';
import { receivePayoutCallback } from '../../operations/import.ts';
import { traceCallback, type CallbackTrace } from '../../events/tracing.ts';
import type { Payment } from '../../model/payments/payment.ts';
import { CheckoutProblem } from '../../model/problem.ts';
import { isWithinLast } from '../../model/schedule.ts';
import { recordUnknownCallback } from '../../recovery/unknown-transactions.ts';
import {
  unreadableStatus,
  type CallbackReceipt,
  type RejectedCallback,
} from '../../model/ports/callbacks.ts';
import { createSelfTest, isSelfTest } from './self-test.ts';
import { type Context, createJsonReply, type Exchange, type HttpReply, type Handler } from '../route.ts';

/**
 * POST /callback: verifies the signature over the raw bytes, and stores the callback before it responds with 200.
 * The status in it only causes a query.
 */
export function createCallbackHandler(context: Context): Handler {
  const receive = createReceiver(context);
  return (exchange) =>
    traceCallback(
      () => ({ reference: null, traceparent: null }),
      (trace) => receive(exchange, trace),
    );
}

/** The callback URLs that may be of this account: that of new payments, and the one without an account. */
function listOwnUrls({ settings: { callbackUrl, plainCallbackUrl } }: Context): readonly string[] {
  return plainCallbackUrl === undefined ? [callbackUrl] : [callbackUrl, plainCallbackUrl];
}

function createReceiver(context: Context) {
  const { paymentContext } = context;
  const signatureHeader = paymentContext.gateway.profile.headers.signature.toLowerCase();
  const warn = createRejectionWarning(context);
  const runSelfTest = createSelfTest(context);
  return async ({ request }: Exchange, trace: CallbackTrace | undefined): Promise<HttpReply> => {
    const rawBody = await request.readBody();
    const signature = request.header(signatureHeader);
    const reject = createRejection(context, { rawBody, signature, warn });
    const parsedBody = parseCallback(rawBody);
    // `parsedBody` includes the raw text. With it, the body is parsed only once.
    const isSignedFor = (url: string): boolean =>
      signature !== undefined &&
      paymentContext.gateway.verifyCallback({ rawBody: parsedBody, signature }, url);
    if (isSelfTest(parsedBody.subject)) return runSelfTest(request, parsedBody, isSignedFor);
    const callbackUrl = listOwnUrls(context).find(isSignedFor);
    // The signature is verified before the payment is read. Otherwise a valid callback for an unknown payment
    // could not be distinguished from a forged callback.
    const isSignedForShop = callbackUrl !== undefined;
    const { parsed, subject } = parsedBody;
    if (subject === undefined) return reject(createFieldProblem(parsedBody, isSignedForShop));
    const { referenceCode: reference } = subject;
    const transactionNumber = subject.transactionNumber ?? '';
    const status = subject.status ?? unreadableStatus;
    const receivedAt = paymentContext.now();
    const receivedFields = { transactionNumber, status, receivedAt };
    const storedBody = withoutCardToken(rawBody.toString('utf8'), paymentContext.gateway.profile);
    const dueAt = receivedAt + sweepCallbacksAfterMs;
    const storedFields = { ...receivedFields, rawBody: storedBody, signature: signature ?? '' };
    const acceptCallback = ({ payment, id }: CallbackReceipt): HttpReply => {
      const { reference: storedReference, traceparent } = payment;
      if (trace !== undefined) Object.assign(trace, { reference: storedReference, traceparent });
      context.callbackWatch.recordCallback();
      context.inbox.receive(payment, {
        id,
        reference: payment.reference,
        rawBody: storedBody,
        ...receivedFields,
      });
      return acknowledgement;
    };
    if (callbackUrl !== undefined) {
      const callback = { ...storedFields, reference };
      const receipt = await paymentContext.store.receiveCallback(callback, { callbackUrl, dueAt });
      if (receipt !== undefined) return acceptCallback(receipt);
    }
    const payment = await paymentContext.store.find('payment', reference);
    if (payment === undefined) {
      if (isSignedForShop) {
        const body = parsed.success ? parsed.data : await readFromRecord(context, subject);
        if (body !== undefined) return respondToUnknown(context, { body, storedBody });
      }
      if (!parsed.success) return reject(createFieldProblem(parsedBody, isSignedForShop));
      return reject(new CheckoutProblem('unknown-payment', 'There is no payment with this reference.'));
    }
    // The shop may have had another callback URL when the payment was started.
    if (!isSignedFor(payment.callbackUrl)) {
      const detail = 'The signature does not match the callback URL and the body.';
      return reject(new CheckoutProblem('invalid-signature', detail), payment);
    }
    const callback = { ...storedFields, reference: payment.reference };
    return acceptCallback({ payment, id: await paymentContext.store.insertCallback(callback, dueAt) });
  };
}

const acknowledgement = createJsonReply({ received: true });

function createFieldProblem(
  { parsed }: ParsedCallback,
  isSignedForShop: boolean,
): CheckoutProblem<'invalid-callback'> {
  const violations = parsed.success ? [] : violationsOf(parsed.error);
  const verdict = isSignedForShop ? ' The signature is valid.' : '';
  return new CheckoutProblem('invalid-callback', `The callback: ${formatViolations(violations)}.${verdict}`);
}

/** Reads the fields of a callback from the gateway's record. Undefined without a record of the same reference. */
async function readFromRecord(
  { paymentContext }: Context,
  { referenceCode, transactionNumber }: CallbackSubject,
): Promise<CallbackBody | undefined> {
  if (transactionNumber == null) return undefined;
  const record = await queryRecord(paymentContext, transactionNumber);
  return record !== undefined && isSameReference(record.referenceCode, referenceCode) ? record : undefined;
}

/** The gateway repeats the callback after this time. An operator may have adopted the payment by then. */
const repeatAfterMs = 60_000;

/** Acknowledges the callback of a payout. Makes the gateway repeat any other until an operator has resolved it. */
async function respondToUnknown(
  { paymentContext, callbackWatch }: Context,
  { body, storedBody }: { readonly body: CallbackBody; readonly storedBody: string },
): Promise<HttpReply> {
  if (paymentContext.references.findMarkOfOtherShop(body.referenceCode) !== undefined)
    throw new CheckoutProblem('unknown-payment', 'The payment of this callback belongs to another shop.');
  callbackWatch.recordCallback();
  if (await receivePayoutCallback(paymentContext, body)) return acknowledgement;
  const resolution = await recordUnknownCallback(paymentContext, body, storedBody);
  if (resolution === 'dismissed') return acknowledgement;
  const detail =
    'The signature is valid, and the store has no payment with this reference. Repeat the callback later.';
  throw new CheckoutProblem('callback-for-unknown-payment', detail, { retryAfterMs: repeatAfterMs });
}

const maxRejectedBodyLength = 2_000;
const maxRejectedSignatureLength = 200;

interface RejectionContext {
  readonly rawBody: Buffer;
  readonly signature: string | undefined;
  readonly warn: ReturnType<typeof createRejectionWarning>;
}

function createRejection({ paymentContext }: Context, { rawBody, signature, warn }: RejectionContext) {
  return async (problem: CheckoutProblem<RejectedCallback['verdict']>, payment?: Payment): Promise<never> => {
    warn(problem, payment);
    await paymentContext.store.insert('rejectedCallback', {
      callback: {
        verdict: problem.code,
        // PostgreSQL cannot store the character U+0000.
        rawBody: withoutCardToken(
          rawBody.toString('utf8').slice(0, maxRejectedBodyLength),
          paymentContext.gateway.profile,
        ).replaceAll('\u0000', '\uFFFD'),
        signature: signature?.slice(0, maxRejectedSignatureLength) ?? null,
        receivedAt: paymentContext.now(),
      },
      maxCount: paymentContext.limits.rejectedCallbacks,
    });
    throw problem;
  };
}

/** The time between two events with the same verdict, because anyone can send any number of invalid callbacks. */
const warnEveryMs = 60_000;

const reasons: Readonly<Record<Exclude<RejectedCallback['verdict'], 'invalid-callback'>, string>> = {
  'unknown-payment':
    "A callback named a payment that the store does not have, and was not signed with the merchant's secret.",
  'invalid-signature':
    "A callback for this payment was not signed with the merchant's secret for its callback URL.",
};

function createRejectionWarning({ paymentContext }: Context) {
  const lastWarnings = new Map<string, { readonly at: number; suppressedCount: number }>();
  return (
    { code: verdict, message: detail }: CheckoutProblem<RejectedCallback['verdict']>,
    payment: Payment | undefined,
  ): void => {
    const lastWarning = lastWarnings.get(verdict);
    if (lastWarning !== undefined && isWithinLast(warnEveryMs, lastWarning.at, paymentContext.now())) {
      lastWarning.suppressedCount += 1;
      return;
    }
    const suppressedCount = lastWarning?.suppressedCount ?? 0;
    lastWarnings.set(verdict, { at: paymentContext.now(), suppressedCount: 0 });
    const suppressedText =
      suppressedCount === 0 ? '' : ` ${suppressedCount} more of this kind arrived since the last report.`;
    const callbackUrl = payment?.callbackUrl ?? paymentContext.callbackUrl;
    // The secret key cannot be the cause of a field that cannot be read.
    const message =
      verdict === 'invalid-callback'
        ? `A callback could not be read, and was refused. ${detail}${suppressedText} If the gateway sent it, report the fields to the gateway.`
        : `${reasons[verdict]} It was refused.${suppressedText} If the gateway sent it: check the secret key, and that the gateway has the ` +
          `callback URL ${callbackUrl}.`;
    const { reference = null, orderId = null } = payment ?? {};
    const facts = { verdict, callbackUrl, reference, orderId, suppressedCount };
    paymentContext.emit({ level: 'warn', event: 'callback-rejected', message, ...facts });
  };
}
