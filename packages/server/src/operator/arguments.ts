import {
  checkAsyncMethods,
  checkMethods,
  timeInputSchema,
  type ArgumentSchemas,
  type MethodSchemas,
} from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import type { SavedCardsOfShop } from '../cards/cards.ts';
import { operationStates } from '../model/operations/operation.ts';
import { beneficiarySchema } from '../model/operations/beneficiary.ts';
import { fulfillmentStates } from '../model/payments/payment.ts';
import { paymentStates } from '../model/payments/payment-state.ts';
import type { CheckoutPayments } from '../sync/checkout-payments.ts';
import type { Operator } from './operator.ts';

const text = (name: string): ArgumentSchemas[number] => [name, z.string()];
const options = (members: z.ZodRawShape): ArgumentSchemas[number] => ['', z.strictObject(members)];
const optional = ([name, schema]: ArgumentSchemas[number]): ArgumentSchemas[number] => [
  name,
  schema.optional(),
];
const amount = z.number().optional();
const limit = z.int().positive().optional();
const reason = z.string();
const flag = z.boolean().optional();
const time = timeInputSchema.optional();
const iterable = z.custom<object>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    (Symbol.iterator in value || Symbol.asyncIterator in value),
  'must be an iterable or an async iterable',
);
const resolve = {
  outcome: z.enum(['done', 'refused']),
  reason,
  amount,
  transactionNumber: z.string().optional(),
};
const payout = {
  amount: z.number(),
  currencyCode: z.string(),
  beneficiary: beneficiarySchema,
  description: z.string().optional(),
  ipAddress: z.string(),
  userAgent: z.string().optional(),
  returnUrl: z.string(),
};
const operationFilter = {
  states: z.array(z.enum(operationStates)).optional(),
  isOpen: z.literal(true).optional(),
  before: z.int().optional(),
  after: z.object({ createdAt: z.number(), id: z.string() }).optional(),
  limit,
};

const schemas: { readonly [Group in keyof Operator]: MethodSchemas<Operator[Group]> } = {
  payments: { inspect: [text('reference')], reconcile: [options({ since: timeInputSchema })] },
  hooks: { requeue: [text('reference')], skip: [text('reference'), options({ reason })] },
  reviews: {
    resolve: [text('reference'), options({ outcome: z.enum(['paid', 'canceled']), reason })],
  },
  starts: { resolve: [text('reference'), options({ reason })] },
  refunds: {
    create: [text('id'), options({ reference: z.string(), amount, reason })],
    resolve: [text('id'), options(resolve)],
  },
  captures: {
    create: [text('id'), options({ reference: z.string(), amount, isLast: flag })],
    resolve: [text('id'), options(resolve)],
  },
  payouts: {
    banks: [],
    create: [text('id'), options(payout)],
    get: [text('id')],
    list: [optional(options(operationFilter))],
    resolve: [text('id'), options(resolve)],
    sync: [text('id')],
    validate: [options(payout)],
  },
  discrepancies: {
    accept: [text('reference'), options({ code: z.string(), reason })],
    list: [optional(options({ reference: z.string().optional(), limit }))],
  },
  unknownTransactions: {
    list: [optional(options({ limit }))],
    adopt: [text('transactionNumber'), optional(options({ orderId: z.string().optional() }))],
    dismiss: [text('transactionNumber'), options({ reason })],
  },
  rejectedCallbacks: { list: [optional(options({ limit }))] },
  records: {
    compare: [
      options({
        records: iterable,
        from: timeInputSchema,
        to: timeInputSchema,
        payouts: iterable.optional(),
      }),
    ],
  },
  audits: { run: [optional(options({ since: time }))] },
  accounts: { list: [], add: [] },
  history: { acknowledgeLoss: [] },
};

const paymentSchemas: MethodSchemas<CheckoutPayments> = {
  get: [text('reference')],
  list: [
    optional(
      options({
        orderId: z.string().optional(),
        states: z.array(z.enum(paymentStates)).optional(),
        fulfillments: z.array(z.enum(fulfillmentStates)).optional(),
        since: time,
        before: time,
        hasRefunds: flag,
        hasUndecidedRefunds: flag,
        hasUndecidedCaptures: flag,
        hasDeadHooks: flag,
        after: z.object({ createdAt: z.number(), reference: z.string() }).optional(),
        limit,
      }),
    ),
  ],
  sync: [text('reference')],
};

/** Returns the operator whose methods refuse arguments of a wrong type. Code in JavaScript has no types. */
export function checkOperator(operator: Operator): Operator {
  return {
    payments: checkAsyncMethods('operator.payments', operator.payments, schemas.payments),
    hooks: checkAsyncMethods('operator.hooks', operator.hooks, schemas.hooks),
    reviews: checkAsyncMethods('operator.reviews', operator.reviews, schemas.reviews),
    starts: checkAsyncMethods('operator.starts', operator.starts, schemas.starts),
    refunds: checkAsyncMethods('operator.refunds', operator.refunds, schemas.refunds),
    captures: checkAsyncMethods('operator.captures', operator.captures, schemas.captures),
    payouts: checkPayouts(operator.payouts),
    discrepancies: checkAsyncMethods('operator.discrepancies', operator.discrepancies, schemas.discrepancies),
    unknownTransactions: checkAsyncMethods(
      'operator.unknownTransactions',
      operator.unknownTransactions,
      schemas.unknownTransactions,
    ),
    rejectedCallbacks: checkAsyncMethods(
      'operator.rejectedCallbacks',
      operator.rejectedCallbacks,
      schemas.rejectedCallbacks,
    ),
    records: checkMethods('operator.records', operator.records, schemas.records),
    audits: checkAsyncMethods('operator.audits', operator.audits, schemas.audits),
    accounts: checkAsyncMethods('operator.accounts', operator.accounts, schemas.accounts),
    history: checkAsyncMethods('operator.history', operator.history, schemas.history),
  };
}

function checkPayouts(payouts: Operator['payouts']): Operator['payouts'] {
  return {
    ...checkAsyncMethods('operator.payouts', payouts, schemas.payouts),
    ...checkMethods(
      'operator.payouts',
      { validate: (request: Parameters<typeof payouts.validate>[0]) => payouts.validate(request) },
      { validate: schemas.payouts.validate },
    ),
  };
}

/** Returns `checkout.payments` whose methods refuse arguments of a wrong type. */
export function checkPayments(payments: CheckoutPayments): CheckoutPayments {
  return checkAsyncMethods('payments', payments, paymentSchemas);
}

/** Returns `checkout.savedCards` whose methods refuse arguments of a wrong type. */
export function checkSavedCards(savedCards: SavedCardsOfShop): SavedCardsOfShop {
  const customer = text('customer');
  return checkAsyncMethods('savedCards', savedCards, { list: [customer], delete: [customer, text('id')] });
}
