import { Readable } from 'node:stream';
import { readSettlementCsv } from '@pgw/express';
import { Doubts, type Claim, type Report, type RunOptions } from './claim.ts';
import { randomOf, type Random } from './random.ts';
import { withRestoreDatabase, type RestoreDatabase } from './restore-database.ts';
import { openRestoreShop, type RestoreShop } from './restore-shop.ts';

/** How a payment of the run ends, and when its news arrives. */
type Fate = 'settled-before' | 'settled-after' | 'callback-later' | 'return-later' | 'no-news';

interface Paid {
  readonly order: string;
  readonly reference: string;
  readonly transactionNumber: string;
  readonly fate: Fate;
}

const fatesAfter: readonly Fate[] = ['settled-after', 'callback-later', 'return-later', 'no-news'];

export const restore: Claim = {
  sentence: 'A restored backup leaves no paid order unreported, and charges no shopper a second time.',
  flags: ['payments', 'store'],
  run: (options) => {
    const kind = options.choice('store', ['embedded', 'postgres']);
    return withRestoreDatabase(kind, (database) => runOver(database, options));
  },
};

async function runOver(database: RestoreDatabase, { seed, size, say }: RunOptions): Promise<Report> {
  const payments = size('payments', { long: 1_000, short: 40 });
  const random = randomOf(seed);
  const shop = await openRestoreShop(database);
  const doubts = new Doubts();
  try {
    const before = await payMany(shop, { from: 0, to: payments / 2, fates: ['settled-before'], random });
    const backingUp = payMany(shop, { from: payments / 2, to: payments * 0.6, fates: fatesAfter, random });
    await database.backUp();
    const during = await backingUp;
    const after = await payMany(shop, { from: payments * 0.6, to: payments, fates: fatesAfter, random });
    const all = [...before, ...during, ...after];
    say(`${all.length} orders are paid; the backup is restored.`);
    await restoreBackup(shop, database, all);
    const hasNoticed = (await shop.checkout().health()).problems.some(({ code }) => code === 'history-lost');
    if (!hasNoticed) doubts.add('the lost history was not noticed', 'health() is without history-lost');
    const known = await newsArrives(shop, all);
    say('Callbacks and returns have arrived; their shoppers press Pay again.');
    const refused = await payAgain(shop, known, doubts);
    say('They were answered; the operator reconciles.');
    await reconcile(shop);
    await checkEnd(shop, all, doubts);
    return {
      counted: {
        'orders paid': all.length,
        'lost by the restore': all.filter(({ reference }) => shop.adopted.has(reference)).length,
        'reported by callbacks and returns': known.length,
        'presses of Pay that were refused': refused,
        'paid orders unreported': doubts.count('a paid order is not fulfilled once'),
        'second charges': doubts.count('a shopper was charged twice'),
      },
      failures: doubts.sentences(),
    };
  } finally {
    await shop.close();
  }
}

/** Callbacks of some payments are sent for the first time while the shop is stopped. */
async function restoreBackup(
  shop: RestoreShop,
  database: RestoreDatabase,
  all: readonly Paid[],
): Promise<void> {
  await shop.stop();
  await database.restore();
  for (const { fate, transactionNumber } of all)
    if (fate === 'callback-later') shop.sandbox.decide(transactionNumber, 'approve');
  await shop.start();
}

interface PayOptions {
  readonly from: number;
  readonly to: number;
  readonly fates: readonly Fate[];
  readonly random: Random;
}

async function payMany(shop: RestoreShop, { from, to, fates, random }: PayOptions): Promise<Paid[]> {
  const first = Math.floor(from);
  const orders = Array.from({ length: Math.floor(to) - first }, (_, index) => `A-${first + index}`);
  const chosen = orders.map((order) => ({ order, fate: random.pick(fates) }));
  return sideBySide(chosen, async ({ order, fate }) => {
    const { reference, transactionNumber } = await shop.pay(order);
    // The callback of this one is sent while the shop is down, and repeated.
    if (fate !== 'callback-later') shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
    if (fate === 'settled-before' || fate === 'settled-after')
      await shop.checkout().payments.settle(reference);
    return { order, reference, transactionNumber, fate };
  });
}

/** Shoppers who pay at one time. */
const atOnce = 8;

/** Runs the work for each item, some at one time, and resolves with the results in the order of the items. */
async function sideBySide<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += atOnce)
    results.push(...(await Promise.all(items.slice(from, from + atOnce).map(work))));
  return results;
}

/** Waits until every payment whose news is still to come is known to the store, as a payment or as an unknown transaction. */
async function newsArrives(shop: RestoreShop, all: readonly Paid[]): Promise<readonly Paid[]> {
  const expected = all.filter(({ fate }) => fate === 'callback-later' || fate === 'return-later');
  for (const paid of expected) if (paid.fate === 'return-later') await shop.comeBack(paid);
  await shop.areKnown(expected);
  return expected;
}

/** Every shopper whose payment was reported presses Pay again. Counts how many were refused. */
async function payAgain(shop: RestoreShop, known: readonly Paid[], doubts: Doubts): Promise<number> {
  const refused = await sideBySide(known, async ({ order }) => {
    const { status } = await shop.press(order);
    if (status !== 409) doubts.add('a shopper was charged twice', `${order} was answered ${status}`);
    return status === 409;
  });
  return refused.filter(Boolean).length;
}

/** What docs/restoring.md tells an operator to do. */
async function reconcile(shop: RestoreShop): Promise<void> {
  const { operator } = shop.checkout();
  await operator.reconcile(0);
  const period = { from: 0, to: Date.now() + 60_000 };
  const records = readSettlementCsv(Readable.from([shop.sandbox.settlementFile(period)]));
  for await (const { type, gateway } of operator.reconcileWith(records, period)) {
    if (type !== 'unknown' || gateway?.transactionNumber == null) continue;
    const { reference } = await operator.adopt(gateway.transactionNumber);
    shop.adopted.add(reference);
    await operator.resolveReview(reference, 'paid', 'It is in the settlement file.');
  }
  await operator.acknowledgeLostHistory();
}

async function checkEnd(shop: RestoreShop, all: readonly Paid[], doubts: Doubts): Promise<void> {
  const checkout = shop.checkout();
  const { payments, operator } = checkout;
  for (const { reference } of all) {
    const payment = await payments.find(reference);
    if (payment?.state !== 'paid' || payment.fulfilment.state !== 'done')
      doubts.add(
        'a paid order is not fulfilled once',
        `${reference} is ${payment?.state} ${payment?.fulfilment.state}`,
      );
  }
  for (const { transactionNumber } of await operator.unknownTransactions(all.length))
    doubts.add('an unknown transaction is left', transactionNumber);
  const { status, problems } = await checkout.health();
  if (status !== 'ok')
    doubts.add('the checkout is not healthy in the end', problems.map(({ code }) => code).join());
}
