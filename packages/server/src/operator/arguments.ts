import { InvalidRequestError, type Violation } from '@pgw/protocol';
import { parseInput, violationsOf } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import type { SavedCardsOfShop } from '../cards/cards.ts';
import { operationStates } from '../model/operations/operation.ts';
import { beneficiarySchema } from '../model/operations/beneficiary.ts';
import { fulfillmentStates } from '../model/payments/payment.ts';
import { paymentStates } from '../model/payments/payment-state.ts';
import { timeInputSchema } from '../model/time-input.ts';
import type { CheckoutPayments } from '../sync/checkout-payments.ts';
import type { Operator } from './operator.ts';

/** The schemas of the arguments of a method, in their order. The members of `options` have no prefix in an error. */
type ArgumentSchemas = readonly (readonly [name: string, schema: z.ZodType])[];
type Method = (...values: never[]) => unknown;
type MethodsOf<Methods> = { readonly [Name in keyof Methods]: ArgumentSchemas };

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

const schemas: { readonly [Group in keyof Operator]: MethodsOf<Operator[Group]> } = {
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

/** Methods that return no promise, so that an error is thrown and not a rejection. */
const synchronousMethods = new Set(['operator.records.compare', 'operator.payouts.validate']);

const paymentSchemas: MethodsOf<CheckoutPayments> = {
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
    payments: checkMethods('operator.payments', operator.payments, schemas.payments),
    hooks: checkMethods('operator.hooks', operator.hooks, schemas.hooks),
    reviews: checkMethods('operator.reviews', operator.reviews, schemas.reviews),
    starts: checkMethods('operator.starts', operator.starts, schemas.starts),
    refunds: checkMethods('operator.refunds', operator.refunds, schemas.refunds),
    captures: checkMethods('operator.captures', operator.captures, schemas.captures),
    payouts: checkMethods('operator.payouts', operator.payouts, schemas.payouts),
    discrepancies: checkMethods('operator.discrepancies', operator.discrepancies, schemas.discrepancies),
    unknownTransactions: checkMethods(
      'operator.unknownTransactions',
      operator.unknownTransactions,
      schemas.unknownTransactions,
    ),
    rejectedCallbacks: checkMethods(
      'operator.rejectedCallbacks',
      operator.rejectedCallbacks,
      schemas.rejectedCallbacks,
    ),
    records: checkMethods('operator.records', operator.records, schemas.records),
    audits: checkMethods('operator.audits', operator.audits, schemas.audits),
    accounts: checkMethods('operator.accounts', operator.accounts, schemas.accounts),
    history: checkMethods('operator.history', operator.history, schemas.history),
  };
}

/** Returns `checkout.payments` whose methods refuse arguments of a wrong type. */
export function checkPayments(payments: CheckoutPayments): CheckoutPayments {
  return checkMethods('payments', payments, paymentSchemas);
}

/** Returns `checkout.savedCards` whose methods refuse arguments of a wrong type. */
export function checkSavedCards(savedCards: SavedCardsOfShop): SavedCardsOfShop {
  const customer = text('customer');
  return checkMethods('savedCards', savedCards, { list: [customer], delete: [customer, text('id')] });
}

function checkMethods<Methods extends object>(
  path: string,
  methods: Methods,
  argumentSchemas: MethodsOf<Methods>,
): Methods {
  const schemasByName = new Map<string, ArgumentSchemas>(Object.entries(argumentSchemas));
  const checked = Object.entries(methods).map(([name, method]: [string, Method]) => {
    const subject = `${path}.${name}`;
    const call = (...values: unknown[]): unknown =>
      Reflect.apply(method, methods, parseArguments(subject, schemasByName.get(name) ?? [], values));
    return [name, synchronousMethods.has(subject) ? call : async (...values: unknown[]) => call(...values)];
  });
  // Each method has the type of the method that it calls.
  return Object.fromEntries(checked) as Methods;
}

function parseArguments(
  subject: string,
  argumentSchemas: ArgumentSchemas,
  values: readonly unknown[],
): unknown[] {
  const violations: Violation[] = [];
  const parsed = argumentSchemas.map(([name, schema], index) => {
    const { success, data, error } = parseInput(schema, values[index]);
    if (!success)
      for (const { path, message } of violationsOf(error))
        violations.push({ path: [name, path].filter(Boolean).join('.'), message });
    return data;
  });
  if (violations.length > 0) throw new InvalidRequestError(subject, violations);
  return parsed;
}
