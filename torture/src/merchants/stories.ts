import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createSandbox, type TestSandbox } from '@pgw/sandbox/testing';
import { addAccount, Shop } from './running-shop.ts';
import { Violations, type Report, type RunOptions, type TortureCommand } from '../torture-command.ts';

export const stories: TortureCommand = {
  sentence:
    'Going live on the store of the test phase, two merchants with the default file, and an account that no process sweeps end in a refusal or in separation, with real processes.',
  flags: ['minutes'],
  run: runStories,
};

interface Story {
  readonly sandbox: TestSandbox;
  readonly folder: string;
  readonly start: (...args: Parameters<typeof Shop.start>) => Promise<Shop>;
  readonly check: (kind: string, isTrue: boolean, seen: unknown) => void;
  readonly log: (line: string) => void;
}

async function runStories({ isShort, size, log }: RunOptions): Promise<Report> {
  const minutes = size('minutes', { long: 17, short: 0 });
  const violations = new Violations();
  let checks = 0;
  const runStory = async (name: string, tell: (story: Story) => Promise<void>): Promise<void> => {
    const folder = mkdtempSync(join(tmpdir(), 'pgw-torture-stories-'));
    const sandbox = await createSandbox({ merchants: ['1001', '1002'] });
    const shops: Shop[] = [];
    const start: Story['start'] = async (...args) => {
      const shop = await Shop.start(...args);
      shops.push(shop);
      return shop;
    };
    const check: Story['check'] = (kind, isTrue, seen) => {
      checks += 1;
      log(`${name}: ${isTrue ? 'ok' : 'BROKEN'}: ${kind}`);
      if (!isTrue) violations.add(`${name}: ${kind}`, String(seen).slice(0, 400));
    };
    try {
      await tell({ sandbox, folder, start, check, log });
    } finally {
      await Promise.all(shops.map((shop) => shop.kill().catch(() => undefined)));
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    }
  };
  await runStory('going live', tellGoingLive);
  await runStory('two merchants', tellTwoMerchants);
  await runStory('one sweeps', (story) =>
    tellOneSweeps(story, isShort || minutes === 0 ? undefined : minutes),
  );
  return { figures: { checks, 'minutes of the third story': minutes }, failures: violations.sentences() };
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'manual' });
  return `HTTP ${response.status} ${await response.text()}`;
}

async function tellGoingLive({ sandbox, folder, start, check }: Story): Promise<void> {
  await using production = await createSandbox({ merchants: ['1001'] });
  const [test, live] = [sandbox.merchant('1001'), production.merchant('1001')];
  const staging = await start(folder, test);
  const paid = await sandbox.startPayment({ checkout: `${staging.url}/pgw`, order: 'A1' });
  await test.payAs('paid');
  for (let waited = 0; staging.paid.length === 0 && waited < 20_000; waited += 50) await wait(50);
  await sandbox.startPayment({ checkout: `${staging.url}/pgw`, order: 'A2' });
  await staging.kill();
  const refused = await start(folder, live);
  const sentence = refused.refusals[0] ?? '';
  const isNamed = [sandbox.url, production.url].every((origin) => sentence.includes(origin));
  check(
    'the refusal names both accounts and the command',
    isNamed && sentence.includes('accounts add'),
    sentence,
  );
  for (const order of ['A1', 'A2']) {
    const session = await fetchText(`${refused.url}/pgw/session?order=${order}`);
    check(
      `the order ${order} gets 503`,
      session.startsWith('HTTP 503') && session.includes('wrong-account'),
      session,
    );
  }
  const health = await refused.ask('health');
  check(
    'health is failing with the sentence',
    health.includes('failing') && health.includes('wrong-account'),
    health,
  );
  const refund = await refused.ask('refund', paid.reference);
  check('a refund of the test phase is refused', refund.includes('refused'), refund);
  check('production has got no payment and no refund', production.listPayments().length === 0, 'payments');
  await refused.kill();
  const added = addAccount(folder, live);
  check(
    'accounts add shows the open work, and adds the account',
    /exit 0[^]*open payments: 1/.test(added),
    added,
  );
  const served = await start(folder, live);
  check('then production serves', served.refusals[0] === null, served.refusals[0]);
  const again = await production.startPayment({ checkout: `${served.url}/pgw`, order: 'A1' });
  await live.payAs('paid');
  check('the order A1 is paid with real money', again.reference !== paid.reference, again.reference);
  const seen = await fetchText(`${served.url}/pgw/payments/${paid.reference}`);
  check('production does not find the payment of the test phase', seen.startsWith('HTTP 404'), seen);
  const isRedirectedThere = again.redirectUrl?.startsWith(production.url) === true;
  check("the shopper is redirected to production's page", isRedirectedThere, again.redirectUrl);
}

async function tellTwoMerchants({ sandbox, folder, start, check }: Story): Promise<void> {
  const [a, b] = [sandbox.merchant('1001'), sandbox.merchant('1002')];
  const both = await start(folder, [a, b]);
  const refusals = both.refusals.filter((refusal) => refusal !== null);
  check('exactly one of both checkouts is refused', refusals.length === 1, refusals.join(' | '));
  const isFirstRefused = both.refusals[0] !== null;
  const [served, refused] = isFirstRefused ? ['/pgw2', '/pgw'] : ['/pgw', '/pgw2'];
  await sandbox.startPayment({ checkout: `${both.url}${served}`, order: 'X1' });
  const session = await fetchText(`${both.url}${refused}/session?order=X1`);
  check('the order X1 of the other one gets 503', session.startsWith('HTTP 503'), session);
  const other = isFirstRefused ? a : b;
  check('no request of it has reached the gateway', other.listPayments().length === 0, 'payments');
  await both.kill();
  const added = addAccount(folder, other);
  check('accounts add adds it', added.startsWith('exit 0'), added);
  const separate = await start(folder, [a, b]);
  check(
    'then both serve',
    separate.refusals.every((refusal) => refusal === null),
    separate.refusals,
  );
  for (const [merchant, path] of [
    [other, refused],
    [isFirstRefused ? b : a, served],
  ] as const) {
    const { reference } = await sandbox.startPayment({ checkout: `${separate.url}${path}`, order: 'X2' });
    await merchant.payAs('paid', { payment: reference });
    const expected = `${path} X2`;
    for (let waited = 0; !separate.paid.includes(expected) && waited < 20_000; waited += 50) await wait(50);
    check(`${path} fulfills its order X2 only`, separate.paid.at(-1) === expected, separate.paid.join());
  }
}

/** With `minutes`, in real time. Otherwise the clock of both shops is ahead after the start of the payment. */
async function tellOneSweeps(
  { sandbox, folder, start, check, log }: Story,
  minutes: number | undefined,
): Promise<void> {
  const [a, b] = [sandbox.merchant('1001'), sandbox.merchant('1002')];
  sandbox.dropCallbacks();
  let shopA = await start(folder, a, { sweeps: false });
  await sandbox.startPayment({ checkout: `${shopA.url}/pgw`, order: 'A1' });
  await a.payAs('paid');
  check('accounts add adds the second account', addAccount(folder, b).startsWith('exit 0'), 'accounts add');
  const aheadMs = minutes === undefined ? 20 * 60_000 : 0;
  if (minutes === undefined) {
    await shopA.kill();
    shopA = await start(folder, a, { sweeps: false, aheadMs });
  }
  const shopB = await start(folder, b, { aheadMs });
  const endsAt = Date.now() + (minutes ?? 0.5) * 60_000;
  const isNamed = (text: string): boolean => text.includes(`merchant 1001 at ${sandbox.url}`);
  while (Date.now() < endsAt && !shopB.events.some((text) => text.startsWith('account-unswept'))) {
    log(`one sweeps: ${Math.ceil((endsAt - Date.now()) / 60_000)} minutes at most`);
    await wait(minutes === undefined ? 1_000 : 60_000);
  }
  const events = shopB.events.filter((text) => text.startsWith('account-unswept'));
  check(
    "an event in B's process names A's due work, once",
    events.length === 1 && isNamed(events[0] ?? ''),
    shopB.events,
  );
  const healthB = await shopB.ask('health');
  check("health in B's process names it", healthB.includes('account-unswept') && isNamed(healthB), healthB);
  const healthA = await shopA.ask('health');
  check("health in A's process says that nothing sweeps", /"problems":\[\{/.test(healthA), healthA);
  log(`one sweeps: A: ${healthA}`);
  check(
    'no query of B was for it',
    !sandbox
      .listActivities({ kind: 'request' })
      .some(({ data }) => JSON.stringify(data).includes('"queryPayment"')),
    'queries',
  );
  await shopA.kill();
  const sweeping = await start(folder, a, { aheadMs });
  for (let waited = 0; sweeping.paid.length === 0 && waited < 60_000; waited += 100) await wait(100);
  check("A's sweep pays the order", sweeping.paid.join() === '/pgw A1', sweeping.events);
  const healthy = await shopB.ask('health');
  check("then health in B's process is ok", !healthy.includes('account-unswept'), healthy);
}
