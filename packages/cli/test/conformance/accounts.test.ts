import { lookup } from 'node:dns/promises';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openMarket, type Market, type MarketOptions } from '../../../server/test/accounts/market.ts';
import { skipBecause } from '../../../../scripts/skip-because.ts';
import { runPgw } from '../run-pgw.ts';

/** Opens a shop with the accounts acme and bravo, and writes the configuration of the command. */
async function openShop(options: MarketOptions): Promise<{ market: Market; cwd: string }> {
  const market = await openMarket(options);
  onTestFinished(() => market.close());
  const cwd = mkdtempSync(join(tmpdir(), 'pgw-accounts-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const accounts = [...market.accounts].map(([id, { gateway }]) => {
    if (!('merchantId' in gateway)) throw new Error('The options of the client are expected.');
    const { baseUrl, merchantId, secretKey } = gateway;
    const { userName: user, password } = gateway.credentials as Record<string, string>;
    return [id, { baseUrl, merchantId, secretKey, user, password }];
  });
  writeFileSync(join(cwd, 'pgw.json'), JSON.stringify({ accounts: Object.fromEntries(accounts) }), {
    mode: 0o600,
  });
  return { market, cwd };
}

const openByPath = (options: MarketOptions = {}): ReturnType<typeof openShop> =>
  openShop({ mountPath: '/{account}/pgw', resolveAccount: () => undefined, ...options });

function runSeparation(cwd: string, app: string, otherApp: string) {
  const ofGateway = ['--full', '--confirm-host', '127.0.0.1', '--other-account', 'bravo'];
  const ofShop = ['--app', app, '--other-app', otherApp, '--order', 'A1'];
  return runPgw(['--account', 'acme', 'conformance', '--json', ...ofGateway, ...ofShop], { cwd });
}

const readStates = (out: string): Record<string, string> => {
  // The command prints this object.
  const { checks } = JSON.parse(out) as { checks: { id: string; state: string }[] };
  return Object.fromEntries(checks.map(({ id, state }) => [id, state]));
};

const separationIds = [
  'query-of-other-account',
  'refund-by-other-account',
  'shop-order',
  'shop-order-of-other-account',
  'shop-return-to-other-account',
  'shop-callback-of-other-account',
];

it('every check runs for the account, and another account with a path of its own is refused', async () => {
  const { market, cwd } = await openByPath();
  const { code, out, err } = await runSeparation(cwd, `${market.url}/acme/pgw`, `${market.url}/bravo/pgw`);
  const states = readStates(out);
  expect({ code, err, states: new Set(Object.values(states)) }).toEqual({
    code: 0,
    err: '',
    states: new Set(['as described']),
  });
  expect(Object.keys(states)).toEqual(expect.arrayContaining(separationIds));
  expect(market.paid).toEqual([]);
  expect(market.sandbox.merchant('1001').listPayments().length).toBeGreaterThan(1);
  expect(market.sandbox.merchant('1002').listPayments()).toEqual([]);
});

const localhost = await lookup('localhost').catch(() => undefined);
const reason = localhost ? undefined : 'The name localhost does not resolve on this machine.';

it('another account with a host of its own is refused', skipBecause(reason), async () => {
  let url = '';
  const { market, cwd } = await openShop({
    resolveAccount: ({ hostname }) => (hostname === 'localhost' ? 'bravo' : 'acme'),
    find: (id, accounts) => ({
      ...accounts.get(id),
      publicUrl: id === 'bravo' ? url.replace('127.0.0.1', 'localhost') : url,
    }),
  });
  ({ url } = market);
  const other = `${url.replace('127.0.0.1', 'localhost')}/pgw`;
  const { code, out } = await runSeparation(cwd, `${url}/pgw`, other);
  expect([code, new Set(Object.values(readStates(out)))]).toEqual([0, new Set(['as described'])]);
});

it('a shop that resolves every request as one account is reported', async () => {
  const { market, cwd } = await openShop({ resolveAccount: () => 'acme' });
  const { code, out } = await runSeparation(cwd, `${market.url}/pgw`, `${market.url}/pgw`);
  const differences = Object.entries(readStates(out)).filter(([, state]) => state === 'differs');
  expect(differences.map(([id]) => id)).toEqual([
    'shop-order-of-other-account',
    'shop-return-to-other-account',
  ]);
  expect(code).toBe(1);
});

it.each([
  [['--app', 'http://127.0.0.1:1/pgw'], 'need --other-account'],
  [['--other-account', 'bravo'], 'needs --full and --account'],
  [['--full', '--other-account', 'acme'], 'are one merchant'],
  [['--full', '--other-account', 'carol'], 'no account with this id'],
  [['--full', '--other-account', 'bravo', '--order', 'A1'], 'need each other'],
  [
    ['--full', '--other-account', 'bravo', '--app', 'x', '--other-app', 'y', '--order', 'A1'],
    'must be addresses',
  ],
])('conformance %j is refused, and nothing is sent', async (args, message) => {
  const { market, cwd } = await openByPath();
  const { code, err } = await runPgw(['--account', 'acme', 'conformance', ...args], { cwd });
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  expect(market.sandbox.listActivities({ kind: 'request' })).toEqual([]);
});

it('doctor --app checks the shop of an account, and names an account that the shop does not have', async () => {
  const { market, cwd } = await openByPath({ ids: ['acme', 'bravo', 'carol'], sweepIntervalMs: 60_000 });
  await market.checkout.sweep();
  const doctor = (account: string[], id: string) =>
    runPgw([...account, 'doctor', '--app', `${market.url}/${id}/pgw`], { cwd });
  const found = await doctor(['--account', 'acme'], 'acme');
  expect(found).toMatchObject({ code: 0, err: '' });
  expect(found.out).toMatch(/ok +public URL +\S+\/acme\/pgw\/callback\/acme\n/);
  market.accounts.delete('carol');
  const missing = await doctor(['--account', 'carol'], 'acme');
  expect(missing.code).toBe(3);
  expect(missing.out).toMatch(/FAILED +account +HTTP 404, unknown-account/);
  const wrong = await doctor(['--account', 'bravo'], 'acme');
  expect([wrong.code, wrong.out]).toEqual([
    3,
    expect.stringMatching(/FAILED +mount path .*wrong-mount-path/),
  ]);
});
