import { expect, test } from 'vitest';
import { createFaultBody } from '../../client/test/example-data.ts';
import { findUnusedUrl, sendJson, startGateway } from '../../client/test/stub-gateway.ts';
import { startSandbox, runPgw, createVariables, type CommandResult } from './run-pgw.ts';

interface Check {
  readonly name: string;
  readonly state: string;
  readonly detail: string;
  readonly remedy?: string;
}

const readChecks = ({ out }: CommandResult): Check[] => (JSON.parse(out) as { checks: Check[] }).checks;
const readStates = (result: CommandResult): string[] =>
  readChecks(result).map(({ name, state }) => `${name} ${state}`);

test('pgw doctor finds no problem with a sandbox, as text and as JSON', async () => {
  const { pgw } = await startSandbox();
  const [text, json] = await Promise.all([pgw(['doctor']), pgw(['doctor', '--json'])]);
  expect(text).toMatchObject({ code: 0, err: '' });
  expect(text.out).toMatch(/^ok +configuration[\s\S]*ok +channels +\d+: /);
  expect(readStates(json)).toEqual([
    'configuration ok',
    'environment ok',
    'gateway ok',
    'clock ok',
    'credentials ok',
    'signature ok',
    'channels ok',
  ]);
});

test('pgw doctor warns about a card channel with a surcharge or a minimum in MYR, and exits with 0', async () => {
  const currencyList = [{ acceptedCurrencyCode: 'MYR', surcharge: 0.5, minRequestAmount: 10 }];
  const { url } = await startGateway(({ path }, response) => {
    const channels = [
      { id: 4, name: 'Credit or debit card', currencyList },
      { id: 5, name: 'KilatPay', currencyList },
    ];
    if (/channels/i.test(path)) sendJson(response, channels);
    else sendJson(response, createFaultBody(2010, 'Transaction Not Found'), 400);
  });
  const result = await runPgw(['doctor', '--json'], {
    env: { ...createVariables(url), PGW_TOKEN: 'token' },
  });
  expect(result.code).toBe(0);
  expect(readChecks(result).filter(({ state }) => state === 'warning')).toEqual([
    {
      name: 'card terms',
      state: 'warning',
      detail: '4 Credit or debit card has a surcharge of MYR 0.5 and a minimum of MYR 10',
      remedy: expect.stringContaining('In Malaysia, surcharges and minimum amounts for cards are forbidden'),
    },
  ]);
});

test('pgw doctor exits with 2 (usage) and names the missing variable when the configuration is incomplete', async () => {
  const result = await runPgw(['doctor', '--json'], { env: { PGW_BASE_URL: 'https://gateway.example' } });
  expect(result.code).toBe(2);
  expect(readChecks(result)[0]?.detail).toContain('PGW_MERCHANT_ID');
});

test('pgw doctor exits with 3 (unreachable) when the URL refuses the connection', async () => {
  const result = await runPgw(['doctor', '--json'], { env: createVariables(await findUnusedUrl()) });
  expect(result.code).toBe(3);
  expect(readStates(result)).toEqual(['configuration ok', 'environment ok', 'gateway failed']);
});

test.each([
  [undefined, /environment .*staging: payments are tests, and move no real money/],
  ['production', /environment .*production: payments move real money/],
])('pgw doctor says whether real money moves: PGW_ENVIRONMENT=%s', async (environment, line) => {
  const { pgw } = await startSandbox();
  const env = environment === undefined ? {} : { PGW_ENVIRONMENT: environment };
  expect((await pgw(['doctor'], { env })).out).toMatch(line);
});

test('pgw doctor exits with 5 (unauthorized) when the password is wrong, and does not print it', async () => {
  const { pgw } = await startSandbox();
  const result = await pgw(['doctor', '--json'], { env: { PGW_PASSWORD: 'nope-nope' } });
  expect(result.code).toBe(5);
  expect(readStates(result).at(-1)).toBe('credentials failed');
  expect(result.out).not.toContain('nope-nope');
});

test('pgw doctor exits with 5 (unauthorized) and prints the signed message when the secret key is wrong', async () => {
  const { pgw } = await startSandbox();
  const result = await pgw(['doctor', '--json'], { env: { PGW_SECRET_KEY: 'nope-nope' } });
  expect(result.code).toBe(5);
  expect(readChecks(result).at(-1)).toMatchObject({
    name: 'signature',
    detail: expect.stringContaining('/query{"timestamp":'),
    remedy: expect.stringContaining('PGW_SECRET_KEY'),
  });
  expect(result.out).not.toContain('nope-nope');
});

test('pgw doctor exits with 1 (refused) and recommends NTP when the clocks of shop and gateway differ by an hour', async () => {
  const { pgw } = await startSandbox({ now: () => Date.now() - 3_600_000 });
  const result = await pgw(['doctor', '--json']);
  expect(result.code).toBe(1);
  expect(readChecks(result).at(-1)).toMatchObject({ name: 'clock', remedy: expect.stringContaining('NTP') });
});

test('pgw doctor exits with 6 (invalid response) and names PGW_BASE_URL when the URL is not a gateway', async () => {
  const { sandbox, pgw } = await startSandbox();
  const env = { PGW_BASE_URL: `${sandbox.url}/healthz`, PGW_TOKEN: 'token' };
  const result = await pgw(['doctor', '--json'], { env });
  expect(result.code).toBe(6);
  expect(readChecks(result).at(-1)?.remedy).toContain('PGW_BASE_URL');
});

test.each([
  ['zstd', Buffer.from('x')],
  ['compress', Buffer.from('x')],
  ['gzip', Buffer.from('{"no":"gzip"}')],
  ['br', Buffer.from('{}')],
  ['gzip, identity', Buffer.from('{}')],
])(
  'pgw doctor names a proxy as the cause when the gateway responds with the coding %s',
  async (coding, body) => {
    const { url } = await startGateway((_request, response) => {
      response.writeHead(200, { 'content-encoding': coding }).end(body);
    });
    const env = { ...createVariables(url), PGW_TOKEN: 'token' };
    const result = await runPgw(['doctor', '--json'], { env });
    expect(result.code).toBe(6);
    expect(readChecks(result).at(-1)).toMatchObject({
      detail: expect.stringContaining('Content-Encoding'),
      remedy: expect.stringContaining('A proxy or firewall in front of the gateway encodes its responses'),
    });
  },
);

test('pgw doctor exits with 0 (ok) and prints a warning when the channel list is at another path', async () => {
  const { pgw } = await startSandbox({ profile: { paths: { getChannels: '/elsewhere' } } });
  const result = await pgw(['doctor', '--json']);
  expect(result.code).toBe(0);
  expect(readChecks(result).at(-1)).toMatchObject({ name: 'channels', state: 'warning' });
});
