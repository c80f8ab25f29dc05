import { Readable } from 'node:stream';
import { readSettlementCsv } from '@pgw/express/operator';
import { Violations, type TortureCommand, type Report, type RunOptions } from '../torture-command.ts';
import { createRandom, type Random } from '../random.ts';
import { withRestoreDatabase, type RestoreDatabase } from './restore-database.ts';
import { openRestoreShop, type RestoreShop } from './restore-shop.ts';

/**
 * When the shop receives the report that a payment is paid: before the backup, during or after
 * the backup, by a callback after the restore, by a return after the restore, or never.
 */
type ReportTime = 'synced-before' | 'synced-after' | 'callback-later' | 'return-later' | 'never';

interface PaidOrder {
  readonly order: string;
  readonly reference: string;
  readonly transactionNumber: string;
  readonly reportTime: ReportTime;
}

const timesSinceBackup: readonly ReportTime[] = ['synced-after', 'callback-later', 'return-later', 'never'];

export const restore: TortureCommand = {
  sentence: 'After a backup is restored, every paid order is found, and no shopper is charged a second time.',
  flags: ['payments', 'store'],
  run: (options) => {
    const kind = options.choice('store', ['embedded', 'postgres']);
    return withRestoreDatabase(kind, (database) => runRestore(database, options));
  },
};

async function runRestore(database: RestoreDatabase, { seed, size, log }: RunOptions): Promise<Report> {
  const payments = size('payments', { long: 1_000, short: 40 });
  const firstDuringBackup = Math.floor(payments / 2);
  const firstAfterBackup = Math.floor(payments * 0.6);
  const random = createRandom(seed);
  const shop = await openRestoreShop(database);
  const violations = new Violations();
  try {
    const before = await payMany(shop, { from: 0, to: firstDuringBackup, times: ['synced-before'], random });
    const paidDuringBackup = payMany(shop, {
      from: firstDuringBackup,
      to: firstAfterBackup,
      times: timesSinceBackup,
      random,
    });
    await database.backUp();
    const during = await paidDuringBackup;
    const after = await payMany(shop, {
      from: firstAfterBackup,
      to: payments,
      times: timesSinceBackup,
      random,
    });
    const all = [...before, ...during, ...after];
    log(`${all.length} orders are paid; the backup is restored.`);
    await restoreBackup(shop, database, all);
    const isDetected = (await shop.checkout().health()).problems.some(({ code }) => code === 'history-lost');
    if (!isDetected)
      violations.add('the lost history was not detected', 'health() has no problem history-lost');
    const reportedPayments = await awaitReports(shop, all);
    log('The callbacks and returns of some payments have arrived. Their shoppers press Pay again.');
    const refused = await payAgain(shop, reportedPayments, violations);
    log('The operator reconciles the payments.');
    await reconcile(shop);
    await checkFinalState(shop, all, violations);
    return {
      figures: {
        'orders paid': all.length,
        'payments lost by the restore': all.filter(({ reference }) => shop.adopted.has(reference)).length,
        'payments reported by callbacks and returns': reportedPayments.length,
        'presses of Pay that were refused': refused,
        'paid orders that were not found': violations.count('a paid order is not fulfilled once'),
        'second charges': violations.count('a shopper was charged twice'),
      },
      failures: violations.sentences(),
    };
  } finally {
    await shop.close();
  }
}

/**
 * Restores the backup while the shop is stopped. During that time the gateway sends the first callbacks of
 * some payments.
 */
async function restoreBackup(
  shop: RestoreShop,
  database: RestoreDatabase,
  all: readonly PaidOrder[],
): Promise<void> {
  await shop.stop();
  await database.restore();
  for (const { reportTime, transactionNumber } of all)
    if (reportTime === 'callback-later') shop.sandbox.decide(transactionNumber, 'approve');
  await shop.start();
}

interface PayOptions {
  /** The number of the first order. */
  readonly from: number;
  /** The number after the number of the last order. */
  readonly to: number;
  /** The report time of each payment is one of these, at random. */
  readonly times: readonly ReportTime[];
  readonly random: Random;
}

async function payMany(shop: RestoreShop, { from, to, times, random }: PayOptions): Promise<PaidOrder[]> {
  const orders = Array.from({ length: to - from }, (_, index) => `A-${from + index}`);
  const chosen = orders.map((order) => ({ order, reportTime: random.pick(times) }));
  return runInBatches(chosen, async ({ order, reportTime }) => {
    const { reference, transactionNumber } = await shop.pay(order);
    // The gateway sends the callback of `callback-later` while the shop is stopped, and repeats it.
    if (reportTime !== 'callback-later')
      shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
    if (reportTime === 'synced-before' || reportTime === 'synced-after')
      await shop.checkout().payments.sync(reference);
    return { order, reference, transactionNumber, reportTime };
  });
}

/** The number of shoppers who pay at the same time. */
const concurrency = 8;

/** Runs the work for each item, in batches of eight. Resolves with the results in the order of the items. */
async function runInBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += concurrency)
    results.push(...(await Promise.all(items.slice(from, from + concurrency).map(work))));
  return results;
}

/** Waits until the shop has the result of every payment that a later callback or return reports. */
async function awaitReports(shop: RestoreShop, all: readonly PaidOrder[]): Promise<readonly PaidOrder[]> {
  const expected = all.filter(
    ({ reportTime }) => reportTime === 'callback-later' || reportTime === 'return-later',
  );
  for (const paid of expected) if (paid.reportTime === 'return-later') await shop.returnToShop(paid);
  await shop.waitUntilKnown(expected);
  return expected;
}

/** Every shopper whose payment was reported presses Pay again. Resolves with the number of refused starts. */
async function payAgain(
  shop: RestoreShop,
  reportedPayments: readonly PaidOrder[],
  violations: Violations,
): Promise<number> {
  const areRefused = await runInBatches(reportedPayments, async ({ order }) => {
    const { status } = await shop.pressPay(order);
    if (status !== 409) violations.add('a shopper was charged twice', `${order}: status ${status}`);
    return status === 409;
  });
  return areRefused.filter(Boolean).length;
}

/** The steps of an operator after a restore: see docs/restoring.md. */
async function reconcile(shop: RestoreShop): Promise<void> {
  const { operator } = shop.checkout();
  await operator.payments.reconcile({ since: 0 });
  const period = { from: 0, to: Date.now() + 60_000 };
  const records = readSettlementCsv(Readable.from([shop.sandbox.settlementFile(period)]));
  for await (const { type, gateway } of operator.records.compare({ records, ...period })) {
    if (type !== 'unknown' || gateway?.transactionNumber == null) continue;
    const { reference } = await operator.unknownTransactions.adopt(gateway.transactionNumber);
    shop.adopted.add(reference);
    await operator.reviews.resolve(reference, { outcome: 'paid', reason: 'It is in the settlement file.' });
  }
  await operator.history.acknowledgeLoss();
}

async function checkFinalState(
  shop: RestoreShop,
  all: readonly PaidOrder[],
  violations: Violations,
): Promise<void> {
  const checkout = shop.checkout();
  const { payments, operator } = checkout;
  for (const { reference } of all) {
    const payment = await payments.get(reference);
    if (payment?.state !== 'paid' || payment.fulfillment.state !== 'done')
      violations.add(
        'a paid order is not fulfilled once',
        `${reference} is ${payment?.state} ${payment?.fulfillment.state}`,
      );
  }
  for (const { transactionNumber } of await operator.unknownTransactions.list({ limit: all.length }))
    violations.add('an unknown transaction remains', transactionNumber);
  const { status, problems } = await checkout.health();
  if (status !== 'ok')
    violations.add('the checkout is not healthy in the end', problems.map(({ code }) => code).join());
}
