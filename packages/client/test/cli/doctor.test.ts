import { describe, expect, test } from 'vitest';
import { startShop, runPgw, variablesOf, type CommandResult } from './run-pgw.ts';

interface Check {
  readonly name: string;
  readonly state: string;
  readonly detail: string;
  readonly remedy?: string;
}

const checksOf = ({ out }: CommandResult): Check[] => (JSON.parse(out) as { checks: Check[] }).checks;
const states = (ended: CommandResult): string[] =>
  checksOf(ended).map(({ name, state }) => `${name} ${state}`);

test('doctor finds no problem with a sandbox, as text and as JSON', async () => {
  const { pgw } = await startShop();
  const [text, json] = await Promise.all([pgw(['doctor']), pgw(['doctor', '--json'])]);
  expect(text).toMatchObject({ code: 0, err: '' });
  expect(text.out).toMatch(/^ok +configuration[\s\S]*ok +channels +\d+: /);
  expect(states(json)).toEqual([
    'configuration ok',
    'gateway ok',
    'clock ok',
    'credentials ok',
    'signature ok',
    'channels ok',
  ]);
});

describe('doctor reports a problem and its remedy:', () => {
  test('doctor reports an incomplete configuration', async () => {
    const ended = await runPgw(['doctor', '--json'], { env: { PGW_BASE_URL: 'https://gateway.example' } });
    expect(ended.code).toBe(2);
    expect(checksOf(ended)[0]?.detail).toContain('PGW_MERCHANT_ID');
  });

  test('doctor reports a URL that refuses the connection', async () => {
    const ended = await runPgw(['doctor', '--json'], { env: variablesOf('http://127.0.0.1:4') });
    expect(ended.code).toBe(3);
    expect(states(ended)).toEqual(['configuration ok', 'gateway failed']);
  });

  test('doctor reports a wrong password', async () => {
    const { pgw } = await startShop();
    const ended = await pgw(['doctor', '--json'], { env: { PGW_PASSWORD: 'nope-nope' } });
    expect(ended.code).toBe(5);
    expect(states(ended).at(-1)).toBe('credentials failed');
    expect(ended.out).not.toContain('nope-nope');
  });

  test('doctor reports a wrong secret key with the signed message', async () => {
    const { pgw } = await startShop();
    const ended = await pgw(['doctor', '--json'], { env: { PGW_SECRET_KEY: 'nope-nope' } });
    expect(ended.code).toBe(5);
    expect(checksOf(ended).at(-1)).toMatchObject({
      name: 'signature',
      detail: expect.stringContaining('/query{"timestamp":'),
      remedy: expect.stringContaining('PGW_SECRET_KEY'),
    });
    expect(ended.out).not.toContain('nope-nope');
  });

  test('doctor reports a clock with a difference of an hour', async () => {
    const { pgw } = await startShop({ now: () => Date.now() - 3_600_000 });
    const ended = await pgw(['doctor', '--json']);
    expect(ended.code).toBe(1);
    expect(checksOf(ended).at(-1)).toMatchObject({ name: 'clock', remedy: expect.stringContaining('NTP') });
  });

  test('doctor reports a URL that responds and is not a gateway', async () => {
    const { sandbox, pgw } = await startShop();
    const env = { PGW_BASE_URL: `${sandbox.url}/healthz`, PGW_TOKEN: 'token' };
    const ended = await pgw(['doctor', '--json'], { env });
    expect(ended.code).toBe(6);
    expect(checksOf(ended).at(-1)?.remedy).toContain('PGW_BASE_URL');
  });

  test('doctor warns about a channel list at another path', async () => {
    const { pgw, sandbox } = await startShop({ profile: { paths: { getChannels: '/elsewhere' } } });
    sandbox.clearScenarios();
    const ended = await pgw(['doctor', '--json']);
    expect(ended.code).toBe(0);
    expect(checksOf(ended).at(-1)).toMatchObject({ name: 'channels', state: 'warning' });
  });
});
