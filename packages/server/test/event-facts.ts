import { z } from 'zod';
import type { CheckoutEvent, CheckoutEventName, EventNamed } from '../src/index.ts';
import type {
  CheckoutEventBase,
  HookFacts,
  OperationFacts,
  PaymentFacts,
  TransactionFacts,
  TransitionFacts,
} from '../src/operator/index.ts';
import { hookNames } from '../src/model/hook.ts';
import { operationKinds, operationOrigins, operationStates } from '../src/model/operations/operation.ts';
import { operationDiscrepancyCodes, paymentDiscrepancyCodes } from '../src/model/payments/discrepancy.ts';
import { paymentStates } from '../src/model/payments/payment-state.ts';

// The facts of each event, for tests. The compiler reports a name that is missing here, and one that an event does not
// have. `openShop` checks each event that its checkout emits.

type Flags<Facts> = { readonly [Fact in keyof Facts]-?: true };

const payment = {
  reference: true,
  orderId: true,
  transactionNumber: true,
  state: true,
  gatewayStatus: true,
  amount: true,
  currencyCode: true,
  traceparent: true,
} satisfies Flags<PaymentFacts>;

const transition = { ...payment, previousState: true, durationMs: true } satisfies Flags<TransitionFacts>;

const operation = {
  operationId: true,
  kind: true,
  origin: true,
  reference: true,
  transactionNumber: true,
  state: true,
  gatewayStatus: true,
  requestedAmount: true,
  amount: true,
  currencyCode: true,
} satisfies Flags<OperationFacts>;

const hook = {
  ...payment,
  hook: true,
  operationId: true,
  attempts: true,
  durationMs: true,
} satisfies Flags<HookFacts>;

const transaction = {
  reference: true,
  transactionNumber: true,
  gatewayStatus: true,
  receivedAmount: true,
  currencyCode: true,
} satisfies Flags<TransactionFacts>;

/** The names of the facts of each event. */
export const factsByEvent = {
  'payment-started': { ...payment, durationMs: true },
  'payment-updated': transition,
  'payment-in-review': { ...transition, discrepancyCode: true },
  'payment-reversed': transition,
  'payment-adopted': payment,
  'price-differs': { ...payment, orderAmount: true, orderCurrencyCode: true },
  'order-field-omitted': { ...payment, field: true, maxLength: true },
  'order-field-missing': { orderId: true, channelId: true, field: true },
  'order-paid-twice': { ...payment, payingReference: true },
  'second-payment-not-refunded': { ...payment, isFinal: true },
  'unknown-status': payment,
  'redirection-refused': { ...payment, unknownOrigin: true },
  'redirection-blocked': { ...payment, directive: true, blocked: true },
  'card-refused': { ...payment, faultCode: true, faultName: true },
  'sync-failed': payment,
  'fulfillment-withheld': { ...payment, payingReference: true },
  'hook-succeeded': hook,
  'hook-withheld': hook,
  'hook-slow': { ...hook, timeoutMs: true },
  'hook-failed': { ...hook, nextAttemptAt: true },
  'hook-dead': hook,
  'payment-captured': operation,
  'capture-failed': operation,
  'refund-failed': operation,
  'refund-imported': { ...operation, orderId: true },
  'payout-failed': operation,
  'payout-imported': operation,
  'operation-sync-failed': operation,
  'operation-overdue': { ...operation, overdueDays: true, durationMs: true },
  'discrepancy-found': { ...payment, discrepancyCode: true, refundedAmount: true, payoutNumber: true },
  'callback-rejected': {
    verdict: true,
    callbackUrl: true,
    reference: true,
    orderId: true,
    suppressedCount: true,
  },
  'callbacks-missing': { callbackUrl: true, paymentCount: true },
  'callback-for-unknown-payment': transaction,
  'return-for-unknown-payment': transaction,
  'return-not-checked': { reference: true, transactionNumber: true },
  'card-tries-exceeded': { limit: true, retryAfterMs: true },
  'requests-limited': { limit: true, retryAfterMs: true },
  'traceparent-ignored': {},
  'snippet-without-list': { orderId: true },
  'no-card-channel': { channelIds: true },
  'card-terms-forbidden': { channelIds: true },
  'plans-missing': { channelId: true, bankIds: true },
  'app-changes-responses': { changes: true },
  'history-lost': { markedAt: true, storedAt: true },
  'history-unmarked': {},
  'account-unavailable': {},
  'account-unswept': { merchantId: true, gatewayOrigin: true },
  'history-mark-failed': {},
  'gateway-down': {},
  'gateway-up': { durationMs: true },
  'audit-passed': { checked: true, durationMs: true },
  'audit-failed': { checked: true, durationMs: true, findings: true },
  'store-not-durable': {},
  'rechecks-off': {},
  'hook-unavailable': { hook: true, calls: true, reference: true },
  'store-failed': {},
  'request-failed': {
    code: true,
    causeCode: true,
    status: true,
    path: true,
    endpoint: true,
    reference: true,
    orderId: true,
    transactionNumber: true,
  },
} as const satisfies {
  readonly [Name in CheckoutEventName]: Flags<
    Omit<EventNamed<Name>, keyof CheckoutEventBase<Name> | 'level'>
  >;
};

type FactName = { [Name in CheckoutEventName]: keyof (typeof factsByEvent)[Name] }[CheckoutEventName];

const text = z.string().min(1);
const count = z.int().min(0);
const money = z.int().positive();
const time = z.int().min(Date.UTC(2020));
const currencyCode = z.string().regex(/^[A-Z]{3}$/);

/** The schema of each fact. A name has one meaning in all events. */
const schemas: Readonly<Record<FactName, z.ZodType>> = {
  reference: text,
  orderId: text,
  transactionNumber: text.nullable(),
  operationId: text.nullable(),
  state: z.enum([...paymentStates, ...operationStates]),
  previousState: z.enum(paymentStates),
  gatewayStatus: z.int().nullable(),
  amount: money,
  requestedAmount: money,
  receivedAmount: z.number(),
  refundedAmount: count.nullable(),
  orderAmount: money.nullable(),
  currencyCode,
  orderCurrencyCode: currencyCode.nullable(),
  durationMs: count.nullable(),
  timeoutMs: count,
  retryAfterMs: z.number(),
  nextAttemptAt: time,
  markedAt: time.nullable(),
  storedAt: time.nullable(),
  discrepancyCode: z.enum([...paymentDiscrepancyCodes, ...operationDiscrepancyCodes]).nullable(),
  payingReference: text.nullable(),
  payoutNumber: text.nullable(),
  isFinal: z.boolean(),
  directive: z.string().min(1),
  blocked: z.string().min(1),
  unknownOrigin: z.string().regex(/^\w+:/),
  faultCode: count,
  faultName: text,
  hook: z.enum(hookNames),
  attempts: z.int().min(1),
  traceparent: text.nullable(),
  kind: z.enum(operationKinds),
  origin: z.enum(operationOrigins),
  overdueDays: z.literal([3, 7, 14]),
  verdict: z.enum(['unknown-payment', 'invalid-signature', 'invalid-callback']),
  callbackUrl: z.url(),
  merchantId: z.string().nullable(),
  gatewayOrigin: z.url().nullable(),
  suppressedCount: count,
  paymentCount: z.int().min(5),
  limit: z
    .string()
    .regex(/^(payment|order|visitor|address|card|(start|return|unknown-return)-(network|visitor))$/),
  field: z.string().min(1),
  maxLength: count.nullable(),
  channelIds: z.array(count),
  channelId: z.int(),
  bankIds: z.array(z.string()).min(1),
  changes: z.array(text).min(1),
  checked: count,
  calls: z.int().min(1),
  findings: z.array(z.strictObject({ code: text, references: z.array(text) })).min(1),
  code: text,
  causeCode: text.nullable(),
  status: z.int().min(500).max(599),
  path: z.string().startsWith('/'),
  endpoint: text.nullable(),
};

/** The events that do not always know their ids. */
const eventsWithOptionalIds: readonly CheckoutEventName[] = ['callback-rejected', 'request-failed'];

/** Returns a sentence for each fact of an event that is missing, unknown or invalid. */
export function findFactDefects(event: CheckoutEvent): string[] {
  const { event: name, level: _level, message, error: _error, environment: _environment, ...facts } = event;
  const expected: Readonly<Partial<Record<string, true>>> = factsByEvent[name];
  const names = new Set([...Object.keys(expected), ...Object.keys(facts)]);
  const values: Readonly<Partial<Record<string, unknown>>> = facts;
  const defects = [...names].flatMap((fact) => {
    if (expected[fact] === undefined) return [`${name} has the unknown fact ${fact}.`];
    const isMissingId = (fact === 'reference' || fact === 'orderId') && values[fact] === null;
    if (isMissingId && eventsWithOptionalIds.includes(name)) return [];
    // The table above contains only names of facts.
    const { success } = schemas[fact as FactName].safeParse(values[fact]);
    return success ? [] : [`${name} has an invalid ${fact}: ${String(values[fact])}.`];
  });
  return message === '' ? [...defects, `${name} has no message.`] : defects;
}
