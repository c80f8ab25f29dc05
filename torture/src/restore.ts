import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DatabaseSync } from 'node:sqlite';
import { readSettlementCsv } from '@pgw/express';
import { Doubts, type Claim } from './claim.ts';
import { randomOf, type Random } from './random.ts';
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
  flags: ['payments'],
  run: async ({ seed, size, say }) => {
    const payments = size('payments', { long: 200, short: 40 });
    const random = randomOf(seed);
    const folder = mkdtempSync(join(tmpdir(), 'pgw-torture-restore-'));
    const file = join(folder, 'payments.db');
    const shop = await openRestoreShop(file);
    const doubts = new Doubts();
    try {
      const before = await payMany(shop, { from: 0, to: payments / 2, fates: ['settled-before'], random });
      const backup = join(folder, 'backup.db');
      const backingUp = payMany(shop, { from: payments / 2, to: payments * 0.6, fates: fatesAfter, random });
      new DatabaseSync(file).exec(`VACUUM INTO '${backup}'`);
      const during = await backingUp;
      const after = await payMany(shop, { from: payments * 0.6, to: payments, fates: fatesAfter, random });
      const all = [...before, ...during, ...after];
      say(`${all.length} orders are paid; the backup is restored.`);
      await shop.stop();
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
      copyFileSync(backup, file);
      for (const { fate, transactionNumber } of all)
        if (fate === 'callback-later') shop.sandbox.decide(transactionNumber, 'approve');
      await shop.start();
      const hasNoticed = (await shop.checkout().health()).problems.some(
        ({ code }) => code === 'history-lost',
      );
      if (!hasNoticed) doubts.add('the lost history was not noticed', 'health() is without history-lost');
      const known = await newsArrives(shop, all);
      say('Callbacks and returns have arrived; their shoppers press Pay again.');
      const refused = await payAgain(shop, known, doubts);
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
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface PayOptions {
  readonly from: number;
  readonly to: number;
  readonly fates: readonly Fate[];
  readonly random: Random;
}

async function payMany(shop: RestoreShop, { from, to, fates, random }: PayOptions): Promise<Paid[]> {
  const paid: Paid[] = [];
  for (let n = Math.floor(from); n < Math.floor(to); n += 1) {
    const order = `A-${n}`;
    const fate = random.pick(fates);
    const { reference, transactionNumber } = await shop.pay(order);
    // The callback of this one is sent while the shop is down, and repeated.
    if (fate !== 'callback-later') shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
    if (fate === 'settled-before' || fate === 'settled-after')
      await shop.checkout().payments.settle(reference);
    paid.push({ order, reference, transactionNumber, fate });
  }
  return paid;
}

/** Waits until every payment whose news is still to come is known to the store, as a payment or as an unknown transaction. */
async function newsArrives(shop: RestoreShop, all: readonly Paid[]): Promise<readonly Paid[]> {
  const expected = all.filter(({ fate }) => fate === 'callback-later' || fate === 'return-later');
  for (const paid of expected) if (paid.fate === 'return-later') await shop.comeBack(paid);
  for (const paid of expected) await shop.isKnown(paid);
  return expected;
}

/** Every shopper whose payment was reported presses Pay again. Counts how many were refused. */
async function payAgain(shop: RestoreShop, known: readonly Paid[], doubts: Doubts): Promise<number> {
  let refused = 0;
  for (const { order } of known) {
    const { status } = await shop.press(order);
    if (status === 409) refused += 1;
    else doubts.add('a shopper was charged twice', `${order} was answered ${status}`);
  }
  return refused;
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
    if (payment?.state !== 'paid' || payment.fulfilment !== 'done')
      doubts.add(
        'a paid order is not fulfilled once',
        `${reference} is ${payment?.state} ${payment?.fulfilment}`,
      );
  }
  for (const { transactionNumber } of await operator.unknownTransactions(500))
    doubts.add('an unknown transaction is left', transactionNumber);
  const { status, problems } = await checkout.health();
  if (status !== 'ok')
    doubts.add('the checkout is not healthy in the end', problems.map(({ code }) => code).join());
}
