import { InvalidRequestError } from '@pgw/protocol';
import {
  checkMethods,
  createOnce,
  parseArguments,
  timeInputSchema,
  type ArgumentSchemas,
} from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import type { SavedCardsOfShop } from '../cards/cards.ts';
import { operationStates } from '../model/operations/operation.ts';
import { beneficiarySchema } from '../model/operations/payouts.ts';
import { fulfillmentStates } from '../model/payments/payment.ts';
import { paymentStates } from '../model/payments/payment-state.ts';
import type { CheckoutPayments } from '../sync/checkout-payments.ts';
import { runAs } from '../engine/actor.ts';
import { approvalStates } from '../model/approval.ts';
import type { Operator } from './operator.ts';

/** The groups of methods of an operator. `as` and `erase` are methods of the operator itself. */
type OperatorGroup = Exclude<keyof Operator, 'as' | 'erase'>;

/** The schemas of the arguments of methods, created in the first call: few shops call all of the 40 methods. */
type LazySchemas<Methods> = { readonly [Name in keyof Methods]: () => ArgumentSchemas };

type Argument = ArgumentSchemas[number];
const text = (name: string): Argument => [name, z.string()];
const options = (members: z.ZodRawShape): Argument => ['', z.strictObject(members)];
const optional = ([name, schema]: Argument): Argument => [name, schema.optional()];
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
const resolve = () => ({
  outcome: z.enum(['done', 'refused']),
  reason,
  amount,
  transactionNumber: z.string().optional(),
});
const payout = () => ({
  amount: z.number(),
  currencyCode: z.string(),
  beneficiary: beneficiarySchema,
  description: z.string().optional(),
  ipAddress: z.string(),
  userAgent: z.string().optional(),
  returnUrl: z.string(),
});
const by = () => z.strictObject({ id: z.string().min(1), name: z.string().min(1) });
const operationFilter = () => ({
  states: z.array(z.enum(operationStates)).optional(),
  isOpen: z.literal(true).optional(),
  before: z.int().optional(),
  after: z.object({ createdAt: z.number(), id: z.string() }).optional(),
  limit,
});

const schemas: { readonly [Group in OperatorGroup]: LazySchemas<Operator[Group]> } = {
  payments: { inspect: () => [text('reference')], reconcile: () => [options({ since: timeInputSchema })] },
  hooks: { requeue: () => [text('reference')], skip: () => [text('reference'), options({ reason })] },
  reviews: {
    resolve: () => [text('reference'), options({ outcome: z.enum(['paid', 'canceled']), reason })],
  },
  starts: { resolve: () => [text('reference'), options({ reason })] },
  refunds: {
    create: () => [text('id'), options({ reference: z.string(), amount, reason })],
    resolve: () => [text('id'), options(resolve())],
  },
  captures: {
    create: () => [text('id'), options({ reference: z.string(), amount, isLast: flag })],
    resolve: () => [text('id'), options(resolve())],
  },
  payouts: {
    banks: () => [],
    create: () => [text('id'), options(payout())],
    get: () => [text('id')],
    list: () => [optional(options(operationFilter()))],
    resolve: () => [text('id'), options(resolve())],
    reveal: () => [text('id'), options({ reason })],
    sync: () => [text('id')],
    timeline: () => [text('id')],
    validate: () => [options(payout())],
  },
  approvals: {
    request: () => [
      text('id'),
      options({
        refund: z.strictObject({ reference: z.string(), amount: z.int().positive(), reason }).optional(),
        payout: z.strictObject(payout()).optional(),
        by: by(),
      }),
    ],
    approve: () => [text('id'), options({ by: by() })],
    reject: () => [text('id'), options({ by: by(), reason })],
    get: () => [text('id')],
    list: () => [optional(options({ states: z.array(z.enum(approvalStates)).optional() }))],
  },
  secrets: { derive: () => [text('name')] },
  discrepancies: {
    accept: () => [text('reference'), options({ code: z.string(), reason })],
    list: () => [optional(options({ reference: z.string().optional(), limit }))],
  },
  unknownTransactions: {
    list: () => [optional(options({ limit }))],
    adopt: () => [text('transactionNumber'), optional(options({ orderId: z.string().optional() }))],
    dismiss: () => [text('transactionNumber'), options({ reason })],
  },
  rejectedCallbacks: { list: () => [optional(options({ limit }))] },
  records: {
    compare: () => [
      options({
        records: iterable,
        from: timeInputSchema,
        to: timeInputSchema,
        payouts: iterable.optional(),
      }),
    ],
    export: () => [options({ from: timeInputSchema, to: timeInputSchema, records: iterable.optional() })],
    exportCsv: () => [options({ from: timeInputSchema, to: timeInputSchema, records: iterable.optional() })],
  },
  audits: { run: () => [optional(options({ since: time }))] },
  accounts: { list: () => [], add: () => [] },
  history: { acknowledgeLoss: () => [] },
};

const id = z.string().min(1, 'must not be empty').optional();
const eraseSchemas: LazySchemas<Pick<Operator, 'erase'>> = {
  erase: () => [
    [
      '',
      z
        .strictObject({ order: id, payout: id })
        .refine((subject) => (subject.order === undefined) !== (subject.payout === undefined), {
          error: 'must have order or payout, and not both',
        }),
    ],
  ],
};

const generatorMethods: readonly string[] = [
  'operator.records.compare',
  'operator.records.export',
  'operator.records.exportCsv',
];

/** Methods that return no promise, so that an error is thrown and not a rejection. */
const synchronousMethods = new Set([...generatorMethods, 'operator.payouts.validate']);

const paymentSchemas: LazySchemas<CheckoutPayments> = {
  get: () => [text('reference')],
  list: () => [
    optional(
      options({
        orderId: z.string().optional(),
        orderIds: z.array(z.string()).max(500).optional(),
        transactionNumber: z.string().optional(),
        sums: z.array(z.int()).min(1).max(10).optional(),
        needsOperator: z.literal(true).optional(),
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
  sync: () => [text('reference')],
};

/**
 * The methods of a checkout with one account, or a function that finds those of the account of a call.
 *
 * @throws InvalidRequestError if the call has no account or an unknown one.
 */
export type MethodSource<Methods> =
  | { readonly methods: Methods }
  | { readonly find: (subject: string, account: unknown) => Promise<Methods> };

/** The groups whose methods belong to the store, and not to one account. */
export type StoreMethods = Pick<Operator, 'accounts' | 'history'>;

/** Returns the operator whose methods refuse arguments of a wrong type. Code in JavaScript has no types. */
export function checkOperator(source: MethodSource<Omit<Operator, 'as'>>, ofStore: StoreMethods): Operator {
  const groups = Object.entries(schemas).map(([group, methods]: [string, LazySchemas<object>]) => {
    const stored: unknown = Reflect.get(ofStore, group);
    const ofGroup: MethodSource<object> =
      stored instanceof Object
        ? { methods: stored }
        : 'methods' in source
          ? { methods: Reflect.get(source.methods, group) as object }
          : { find: async (...call) => Reflect.get(await source.find(...call), group) as object };
    return [group, routeMethods(`operator.${group}`, methods, ofGroup)];
  });
  const { erase } = routeMethods('operator', eraseSchemas, source);
  // The schemas have the groups and the methods of an operator.
  return withNames({ ...Object.fromEntries(groups), erase } as Omit<Operator, 'as'>);
}

type Call = (...values: unknown[]) => unknown;

/** Adds `as`, which returns the same methods with the name of a person in the timeline entries of their decisions. */
function withNames(groups: Omit<Operator, 'as'>): Operator {
  const createFor = (name: string): Operator => {
    const wrap =
      (call: Call): Call =>
      (...values) =>
        runAs(name, () => call(...values));
    const wrapAll = (methods: Record<string, Call>) =>
      Object.fromEntries(Object.entries({ ...methods }).map(([method, call]) => [method, wrap(call)]));
    const named = Object.entries<object>(groups).map(([group, methods]) => [
      group,
      typeof methods === 'function' ? wrap(methods as Call) : wrapAll(methods as Record<string, Call>),
    ]);
    // Each method has the arguments and the result of the method that it calls.
    return withNames(Object.fromEntries(named) as Omit<Operator, 'as'>);
  };
  return { ...groups, ...checkMethods('operator', { as: createFor }, { as: [text('name')] }) };
}

/** Returns `checkout.payments` whose methods refuse arguments of a wrong type. */
export function checkPayments(source: MethodSource<CheckoutPayments>): CheckoutPayments {
  return routeMethods('payments', paymentSchemas, source);
}

/** Returns `checkout.savedCards` whose methods refuse arguments of a wrong type. */
export function checkSavedCards(source: MethodSource<SavedCardsOfShop>): SavedCardsOfShop {
  const argumentSchemas: LazySchemas<SavedCardsOfShop> = {
    list: () => [text('customer')],
    delete: () => [text('customer'), text('id')],
  };
  return routeMethods('savedCards', argumentSchemas, source);
}

function routeMethods<Methods extends object>(
  path: string,
  argumentSchemas: LazySchemas<Methods>,
  source: MethodSource<Methods>,
): Methods {
  const schemasByName = Object.entries<() => ArgumentSchemas>(argumentSchemas);
  const checked = schemasByName.map(([name, create]) => {
    const getSchemas = createOnce(create);
    const subject = `${path}.${name}`;
    const apply = (methods: Methods, values: readonly unknown[]): unknown =>
      Reflect.apply(Reflect.get(methods, name) as (...values: never[]) => unknown, methods, values);
    const call = (...given: unknown[]): unknown => {
      const own = getSchemas();
      const { values, account } = takeAccount(own, given);
      if ('methods' in source) {
        if (account !== undefined && own.at(-1)?.[0] !== '') refuseAccount(subject);
        return apply(source.methods, parseArguments(subject, own, given));
      }
      const parsed = parseArguments(subject, own, values);
      const methods = (): Promise<Methods> => source.find(subject, account);
      return generatorMethods.includes(subject)
        ? generate(async () => apply(await methods(), parsed))
        : methods().then((found) => apply(found, parsed));
    };
    return [name, synchronousMethods.has(subject) ? call : async (...given: unknown[]) => call(...given)];
  });
  // Each method has the type of the method that it calls.
  return Object.fromEntries(checked) as Methods;
}

/** With options, the schema refuses the account as an unknown member. */
function refuseAccount(subject: string): never {
  throw new InvalidRequestError(subject, [
    { path: 'account', message: 'is unknown: this checkout has one account' },
  ]);
}

async function* generate(load: () => Promise<unknown>): AsyncGenerator<unknown, unknown, undefined> {
  // The methods of the list return generators.
  return yield* (await load()) as AsyncGenerator<unknown, unknown, undefined>;
}

/** Removes the account from the options of a call, which are its last argument. */
function takeAccount(
  argumentSchemas: ArgumentSchemas,
  given: readonly unknown[],
): { readonly values: readonly unknown[]; readonly account: unknown } {
  const hasOptions = argumentSchemas.at(-1)?.[0] === '';
  const index = hasOptions ? argumentSchemas.length - 1 : argumentSchemas.length;
  const last = given[index];
  if (typeof last !== 'object' || last === null) return { values: given, account: undefined };
  const { account, ...rest } = { account: undefined, ...last };
  return { values: [...given.slice(0, index), ...(hasOptions ? [rest] : [])], account };
}
