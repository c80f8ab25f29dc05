import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import type { HealthProblemCode } from '../../src/model/health.ts';
import { embeddedStore } from '../../src/stores/embedded.ts';
import { openMarket, type Market } from './market.ts';

const folder = mkdtempSync(join(tmpdir(), 'pgw-accounts-health-'));
afterAll(() => rmSync(folder, { recursive: true }));

const dayMs = 86_400_000;

/** What a case has: the market of acme and bravo, and a statement on its database. */
interface Planted {
  readonly market: Market;
  readonly execute: (sql: string) => void;
  readonly passDays: (days: number) => void;
}

async function pay({ market }: Planted, account: string, order = 'A1'): Promise<string> {
  const { reference, transactionNumber } = await market.startPayment(account, { order });
  market.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  await market.checkout.payments.sync(reference, { account });
  return reference;
}

async function refundWithoutOutcome(planted: Planted, account: string): Promise<void> {
  const reference = await pay(planted, account, 'A2');
  planted.market.sandbox.scenario('refund-processing');
  await planted.market.checkout.operator.refunds.create('refund-0001', {
    account,
    reference,
    reason: 'Broken',
  });
}

/** Plants each problem of an account in bravo. `shared`: the problem is one of the process, its store or a gateway, which the accounts share. */
const problems: Readonly<
  Record<HealthProblemCode, 'shared' | 'elsewhere' | ((planted: Planted) => Promise<unknown>)>
> = {
  'store-unavailable': 'shared',
  'store-not-durable': 'shared',
  closing: 'shared',
  'sweep-stalled': 'shared',
  'gateway-down': 'shared',
  'history-lost': 'shared',
  // The account is refused, as many-merchants.test.ts shows.
  'wrong-account': 'elsewhere',
  // Tested in many-merchants.test.ts and accounts.test.ts.
  'account-unavailable': 'elsewhere',
  'account-unswept': 'elsewhere',
  'work-overdue': async ({ market, execute }) => {
    await market.startPayment('bravo');
    execute('update pgw_payments set next_query_at = 1 where account = 2');
  },
  'operation-overdue': async (planted) => {
    await refundWithoutOutcome(planted, 'bravo');
    planted.passDays(4);
  },
  'gateway-differs': async (planted) => {
    const reference = await pay(planted, 'bravo');
    planted.execute(
      `insert into pgw_discrepancies (account, code, reference, reference_key, message, found_at, is_accepted)
       values (2, 'refund-sum', '${reference}', '${reference}', 'The sums differ.', 1, 0)`,
    );
  },
  'rechecks-late': async (planted) => {
    await pay(planted, 'bravo');
    planted.passDays(3);
  },
  'audit-failed': async (planted) => {
    await refundWithoutOutcome(planted, 'bravo');
    planted.passDays(4);
    await planted.market.checkout.runHourlyTasks();
  },
};

async function withMarket(name: string, run: (planted: Planted) => Promise<void>): Promise<void> {
  let now = Date.now();
  const file = join(folder, `${name}.db`);
  const market = await openMarket({ store: embeddedStore({ file }), now: () => now });
  const execute = (sql: string): void => {
    const database = new DatabaseSync(file, { timeout: 5_000 });
    database.exec(sql);
    database.close();
  };
  await pay({ market, execute, passDays: () => undefined }, 'acme');
  await market.fetch('bravo', '/pgw/session?order=A1');
  await run({ market, execute, passDays: (days) => void (now += days * dayMs) });
  await market.close();
}

const planted = Object.entries(problems).flatMap(([code, plant]) =>
  typeof plant === 'string' ? [] : [[code, plant] as const],
);

it.each(planted)('health names the account with the problem %s, and no other one', async (code, plant) => {
  await withMarket(code, async (context) => {
    const { market, execute } = context;
    const before = await market.checkout.health();
    expect(before.problems).toEqual([]);
    await plant(context);
    // The payment of acme has the same age, and its work is done.
    execute('update pgw_marks set at = 9e15 where account = 1');
    execute('update pgw_payments set next_query_at = null where account = 1');
    const found = (await market.checkout.health()).problems.filter((problem) => problem.code === code);
    expect(found).toMatchObject([{ status: 'degraded', message: expect.stringContaining('bravo') }]);
    expect(found[0]?.message).not.toContain('acme');
  });
});

it('health has one problem of a code with every account that has it', async () => {
  await withMarket('both', async (context) => {
    await refundWithoutOutcome(context, 'acme');
    await refundWithoutOutcome(context, 'bravo');
    context.passDays(4);
    await context.market.checkout.runHourlyTasks();
    const { problems: found, lastAuditAt } = await context.market.checkout.health();
    for (const code of ['operation-overdue', 'audit-failed', 'work-overdue'])
      expect(found.filter((problem) => problem.code === code)).toMatchObject([
        { message: expect.stringMatching(/acme.*bravo/) },
      ]);
    expect(lastAuditAt).toBeGreaterThan(0);
  });
});
