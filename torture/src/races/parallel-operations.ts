import type { Operation } from '@pgw/express';
import { createSandbox, type Sandbox } from '@pgw/sandbox';
import { z } from 'zod';
import { Violations, type Report, type RunOptions, type TortureCommand } from '../torture-command.ts';
import { openSandboxShop, postJson, type SandboxShop } from '../hostile/sandbox-shop.ts';
import { price } from '../hostile/target.ts';
import { withChosenPostgres } from '../postgres.ts';
import { openStorage, type StorageSettings } from '../shop/storage.ts';

export const parallelOperations: TortureCommand = {
  sentence:
    'Parallel refunds, captures and starts at two shops with one PostgreSQL move no amount twice, and start one payment.',
  flags: ['operations', 'pooler', 'isolation'],
  run: (options) => withChosenPostgres(options, (storage) => runAll(storage, options)),
};

/** The ids of channels of the sandbox. */
const channels = { wallet: 5, card: 4 } as const;

interface Context {
  readonly sandbox: Sandbox;
  /** Two shops that share the database. */
  readonly shops: readonly SandboxShop[];
  readonly operations: number;
  readonly violations: Violations;
  /** The ids of the operations whose response was lost. The gateway does not have them. */
  readonly lost: string[];
}

async function runAll(storage: StorageSettings, { size, log }: RunOptions): Promise<Report> {
  const operations = size('operations', { long: 200, short: 12 });
  const sandbox = await createSandbox({ port: 0, refundDelayMs: 1 });
  const storages = [await openStorage(storage, { kind: 'tx' }), await openStorage(storage, { kind: 'tx' })];
  const shops: SandboxShop[] = [];
  for (const { store } of storages) shops.push(await openSandboxShop({ sandboxUrl: sandbox.url, store }));
  const violations = new Violations();
  const context: Context = { sandbox, shops, operations, violations, lost: [] };
  try {
    log(`${operations} requests of each kind are sent at the same time.`);
    const started = await startInParallel(context, 'one');
    await startInParallel(context, 'many');
    const refunded = await refundInParallel(context);
    const captured = await captureInParallel(context);
    return {
      figures: {
        'requests of each kind': operations,
        'payments started with one idempotency key': started,
        'refunded minor units': refunded,
        'captured minor units': captured,
        'operations whose response was lost': context.lost.length,
        'amount of each payment': price.amount,
      },
      failures: violations.sentences(),
    };
  } finally {
    for (const shop of shops) await shop.close();
    for (const { close } of storages) await close();
    await sandbox.close();
  }
}

let orders = 0;

function createBody(channelId: number, { order, attempt }: { order: string; attempt: string }): string {
  const shown = { shownAmount: price.amount, shownCurrencyCode: price.currencyCode };
  return JSON.stringify({ order, channelId, ...shown, attempt });
}

const startedSchema = z.object({ payment: z.object({ reference: z.string() }) });

/** Starts a payment and resolves with its reference and number. */
async function startPayment(
  { shops }: Context,
  channelId: number,
): Promise<{ readonly reference: string; readonly transactionNumber: string }> {
  orders += 1;
  const body = createBody(channelId, { order: `A${orders}`, attempt: `attempt-${orders}` });
  const response = await postJson(`${shops[0]?.url}/pgw/payments`, body);
  const { reference } = startedSchema.parse(response.body).payment;
  const payment = await shops[0]?.checkout.payments.get(reference);
  return { reference, transactionNumber: payment?.transactionNumber ?? '' };
}

/** Starts an order many times, with one idempotency key or with many. All must be one payment of the gateway. */
async function startInParallel(context: Context, keys: 'one' | 'many'): Promise<number> {
  const { shops, operations, sandbox, violations } = context;
  orders += 1;
  const order = `A${orders}`;
  const countPayments = () => sandbox.listPayments(1_000).length;
  const before = countPayments();
  const responses = await runAtSameTime(context, (shop, index) =>
    postJson(
      `${shop.url}/pgw/payments`,
      createBody(channels.wallet, {
        order,
        attempt: keys === 'one' ? `attempt-${order}` : `many-keys-${index}`,
      }),
    ),
  );
  for (const { status } of responses)
    // 409: another request is starting this payment. 503: the request waited too long for it.
    if (![200, 201, 409, 503].includes(status)) violations.add(`a start with status ${status}`, order);
  const started = countPayments() - before;
  if (started !== 1)
    violations.add(`${operations} starts with ${keys} keys are not one payment`, String(started));
  const stored = await shops[1]?.checkout.payments.list({ orderId: order });
  if (stored?.filter(({ state }) => state === 'open').length !== 1)
    violations.add('the order does not have one open payment', await describePayments(context, order));
  return started;
}

/** Describes the payments of an order with their timelines. */
async function describePayments({ shops }: Context, order: string): Promise<string> {
  const payments = (await shops[1]?.checkout.payments.list({ orderId: order })) ?? [];
  const descriptions = payments.map(async ({ reference, state, createdAt, attempt }) => {
    const inspection = await shops[1]?.checkout.operator.payments.inspect(reference);
    const timeline = inspection?.timeline.map(({ at, text }) => `${at - createdAt} ms: ${text}`);
    return `${reference} (${attempt}, ${state}, created at ${createdAt}; ${timeline?.join(' ')})`;
  });
  return `${order}: ${(await Promise.all(descriptions)).join(', ')}`;
}

async function refundInParallel(context: Context): Promise<number> {
  const { sandbox, shops, operations, violations } = context;
  const { reference, transactionNumber } = await startPayment(context, channels.wallet);
  sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  await shops[0]?.checkout.payments.sync(reference);
  // Three times the amount of the payment is requested in total.
  const amount = Math.floor((price.amount * 3) / operations);
  const request = (shop: SandboxShop, id: string) =>
    shop.checkout.operator.refunds
      .create(id, { reference, amount, reason: 'Test' })
      .catch((error: unknown) => error);
  const sentBefore = countRequests(context, 'refundPayment');
  await runAtSameTime(context, (shop) => request(shop, `one-refund-${reference}`.slice(-60)));
  const sentForOneId = countRequests(context, 'refundPayment') - sentBefore;
  if (sentForOneId !== 1) violations.add('a refund with one id was not sent exactly once', `${sentForOneId}`);
  await runAtSameTime(context, (shop, index) => request(shop, `refund-${reference}-${index}`.slice(-60)));
  requireOnlyPossibleRequests(context, 'refundPayment', { sentBefore, amount });
  const refunds = sandbox.listRefunds(transactionNumber);
  const total = refunds.reduce((sum, refund) => sum + refund.amount, 0);
  if (total > price.amount) violations.add('more was refunded than was paid', `${total}`);
  if (total === 0) violations.add('nothing was refunded', reference);
  await compareRefunds(context, { reference, transactionNumber });
  return total;
}

/** Requires that no request was sent for more than the remaining amount of the payment. */
function requireOnlyPossibleRequests(
  context: Context,
  operation: SentOperation,
  { sentBefore, amount }: { readonly sentBefore: number; readonly amount: number },
): void {
  const sent = countRequests(context, operation) - sentBefore;
  if (sent * amount > price.amount)
    context.violations.add('requests were sent for more than the remaining amount', `${operation}: ${sent}`);
}

type SentOperation = Parameters<SandboxShop['countRequests']>[0];

function countRequests({ shops }: Context, operation: SentOperation): number {
  return shops.reduce((sum, shop) => sum + shop.countRequests(operation), 0);
}

/** Requires that the store has each refund of the gateway once, with its amount, and has no other refund. */
async function compareRefunds(
  context: Context,
  { reference, transactionNumber }: { readonly reference: string; readonly transactionNumber: string },
): Promise<void> {
  const { shops, sandbox, violations } = context;
  // A refund whose response was lost is found by this query if the gateway has it.
  await shops[0]?.checkout.payments.sync(reference);
  const inspection = await shops[1]?.checkout.operator.payments.inspect(reference);
  const gatewayAmounts = new Map(
    sandbox.listRefunds(transactionNumber).map(({ refundNumber, amount }) => [refundNumber, amount]),
  );
  for (const { id, state, amount, transactionNumber: number } of inspection?.refunds ?? []) {
    if (state === 'done' || state === 'processing') {
      if (gatewayAmounts.get(number ?? '') !== amount)
        violations.add('the gateway does not have a refund of the store', `${id} (${state}): ${amount}`);
      gatewayAmounts.delete(number ?? '');
    } else requireKnownOutcome(context, { id, state });
  }
  for (const [number, amount] of gatewayAmounts)
    violations.add('the store does not have a refund of the gateway', `${number}: ${amount}`);
}

/** Requires that an operation was refused, or that its response was lost and the gateway does not have it. */
function requireKnownOutcome(
  { violations, lost }: Context,
  { id, state }: Pick<Operation, 'id' | 'state'>,
): void {
  if (state === 'unknown') lost.push(id);
  else if (state !== 'refused') violations.add(`an operation is ${state} in the end`, id);
}

async function captureInParallel(context: Context): Promise<number> {
  const { sandbox, shops, operations, violations } = context;
  const { reference, transactionNumber } = await startPayment(context, channels.card);
  sandbox.decide(transactionNumber, 'authorize', { callback: 'never' });
  await shops[0]?.checkout.payments.sync(reference);
  const amount = Math.floor((price.amount * 3) / operations);
  const request = (shop: SandboxShop, id: string) =>
    shop.checkout.operator.captures
      .create(id, { reference, amount, isLast: false })
      .catch((error: unknown) => error);
  const sentBefore = countRequests(context, 'processPayment');
  await runAtSameTime(context, (shop) => request(shop, `one-capture-${reference}`.slice(-60)));
  const sentForOneId = countRequests(context, 'processPayment') - sentBefore;
  if (sentForOneId !== 1)
    violations.add('a capture with one id was not sent exactly once', `${sentForOneId}`);
  const results = await runAtSameTime(context, (shop, index) =>
    request(shop, `capture-${reference}-${index}`.slice(-60)),
  );
  requireOnlyPossibleRequests(context, 'processPayment', { sentBefore, amount });
  await shops[0]?.checkout.payments.sync(reference);
  const inspection = await shops[1]?.checkout.operator.payments.inspect(reference);
  const captured = sandbox.findPayment(transactionNumber)?.paidAmount ?? 0;
  const captures = inspection?.captures ?? [];
  const doneCaptures = captures.filter(({ state }) => state === 'done');
  const done = doneCaptures.reduce((sum, capture) => sum + capture.amount, 0);
  for (const capture of captures) if (capture.state !== 'done') requireKnownOutcome(context, capture);
  if (captured > price.amount) violations.add('more was captured than was authorized', `${captured}`);
  if (captured === 0) violations.add('nothing was captured', String(results[0]));
  if (captured !== done)
    violations.add('the store has other captures than the gateway', `${done} and ${captured}`);
  return captured;
}

/** Calls `work` for all operations at the same time, alternately at each shop. */
async function runAtSameTime<Result>(
  { shops, operations }: Context,
  work: (shop: SandboxShop, index: number) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(
    Array.from({ length: operations }, async (_, index) => {
      const shop = shops[index % shops.length];
      if (shop === undefined) throw new Error('There is no shop.');
      return work(shop, index);
    }),
  );
}
