import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GatewayProfileOverrides } from '@pgw/protocol';
import { describe, expect, test } from 'vitest';
import { findUnusedUrl, sendJson, startGateway } from '../../../client/test/stub-gateway.ts';
import { startStrictGateway } from './strict-gateway.ts';
import { presetNames } from '../../../sandbox/src/presets.ts';
import { createVariables, runPgw, startSandbox, type CommandResult } from '../run-pgw.ts';

interface CheckReport {
  readonly id: string;
  readonly state: 'as described' | 'differs' | 'not checked';
  readonly detail: string;
  readonly setting?: string;
}

interface Report {
  readonly checks: readonly CheckReport[];
  readonly profile: GatewayProfileOverrides;
}

const readReport = ({ out }: CommandResult): Report => JSON.parse(out) as Report;
const listDifferences = (result: CommandResult): string[] =>
  readReport(result)
    .checks.filter(({ state }) => state === 'differs')
    .map(({ id, setting }) => `${id}: ${setting ?? '-'}`);

const moreLenient =
  'none needed: the gateway accepts more than the interface says, and the client does not use it';
const exactNames = 'none needed: the client sends these names exactly as the profile spells them';

const full = ['conformance', '--full', '--confirm-host', '127.0.0.1'] as const;

/** Returns a folder with a `pgw.json` that has this profile. */
function createFolder(profile: GatewayProfileOverrides): string {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-conformance-'));
  writeFileSync(join(folder, 'pgw.json'), JSON.stringify({ profile }));
  return folder;
}

test('the default sandbox is as described, and the default profile fits', async () => {
  const { pgw } = await startSandbox();
  const result = await pgw(full);
  expect(result).toMatchObject({ code: 0, err: '' });
  expect(result.out).toMatch(/^as described {2}gateway/);
  expect(result.out).toContain('\n28 as described, 0 differ, 0 not checked\n');
  expect(result.out).toMatch(/\nThe default profile fits\.\n$/);
});

test.each(presetNames.filter((name) => name !== 'lenient'))(
  'the preset %s needs no setting',
  async (preset) => {
    const { pgw } = await startSandbox({ preset });
    const result = await pgw([...full, '--json']);
    expect([listDifferences(result), result.code]).toEqual([[], 0]);
    expect(readReport(result).checks.filter(({ state }) => state === 'not checked')).toEqual([]);
  },
);

test('the preset lenient is reported to accept what the interface refuses', async () => {
  const { pgw } = await startSandbox({ preset: 'lenient' });
  const result = await pgw(['conformance', '--json']);
  expect(result.code).toBe(1);
  expect(listDifferences(result)).toEqual([
    `unsorted-signature: ${moreLenient}`,
    `timestamp-in-seconds: ${moreLenient}`,
    `no-token: ${moreLenient}`,
  ]);
  expect(readReport(result).checks.find(({ id }) => id === 'channels')?.detail).toContain('types are texts');
  expect((await pgw(['conformance'])).out).toMatch(
    /\nThe default profile fits\.\nDifferences that need no setting: 3\.\n$/,
  );
});

const documentsGateway = { preset: 'document' } as const;

test.each([
  ['the name of the header', { headers: { tenant: 'Abp.TenantId' } }, {}],
  ['the header of the merchant', {}, { tenant: { header: false } }],
])('%s is found, and the printed profile has no difference', async (_name, gatewayProfile, configured) => {
  const { pgw } = await startSandbox({ ...documentsGateway, profile: gatewayProfile });
  const first = await pgw(['conformance', '--json'], { cwd: createFolder(configured) });
  expect([first.code, listDifferences(first)]).toEqual([
    1,
    [expect.stringMatching(/^signed-request: profile\.(headers|tenant)\./)],
  ]);
  const { profile } = readReport(first);
  const second = await pgw(['conformance', '--json'], { cwd: createFolder(profile) });
  expect([second.code, listDifferences(second)]).toEqual([0, []]);
  const text = await pgw(['conformance'], { cwd: createFolder(configured) });
  const shown =
    Object.keys(profile).length === 0 ? 'The default profile fits.' : JSON.stringify({ profile }, null, 2);
  expect(text.out).toContain(shown);
});

describe('a setting whose value no document has', () => {
  const base = '/api/services/app';
  test.each<[string, string, GatewayProfileOverrides]>([
    ['channels', 'profile.paths.getChannels', { paths: { getChannels: `${base}/Channel/List` } }],
    [
      'provider-channels',
      'profile.queryParameters.channelId or profile.paths.getProviderChannels',
      { paths: { getProviderChannels: `${base}/Channel/Banks` } },
    ],
    ['unknown-refund', 'profile.paths.queryRefund', { paths: { queryRefund: `${base}/Refund/Query` } }],
    ['wallets', 'profile.paths.inquiryWallet', { paths: { inquiryWallet: `${base}/Wallet/Inquiry` } }],
  ])('the check %s names %s, and a run with it has no difference', async (id, setting, profile) => {
    const { pgw } = await startSandbox({ profile });
    const first = await pgw(['conformance', '--json']);
    expect([first.code, listDifferences(first)]).toEqual([1, [`${id}: ${setting}`]]);
    const text = await pgw(['conformance']);
    expect(text.out).toContain('The default profile does not fit.');
    const second = await pgw(['conformance', '--json'], { cwd: createFolder(profile) });
    expect([second.code, listDifferences(second)]).toEqual([0, []]);
    expect(readReport(second).profile).toEqual(profile);
  });
});

describe('a gateway that reads query parameters under one name only', () => {
  const names = {
    transactionNumber: 'TransactionNumber',
    sessionNumber: 'SessionNumber',
    timestamp: 'Timestamp',
    channelId: 'channelId',
  };

  test('gets the spelling of the interface document, and the letter case is reported', async () => {
    const { sandbox } = await startSandbox();
    const url = await startStrictGateway({ sandbox: sandbox.url, names });
    const result = await runPgw(['conformance', '--json'], { env: createVariables(url) });
    expect(listDifferences(result)).toEqual([
      expect.stringContaining('profile.queryParameters.transactionNumber = "transactionNumber"'),
      `parameter-case: ${exactNames}`,
    ]);
    expect(readReport(result).profile).toEqual({
      queryParameters: {
        transactionNumber: 'transactionNumber',
        sessionNumber: 'sessionNumber',
        timestamp: 'timestamp',
      },
    });
  });

  test('gets the name of the setting for a session and for a channel with another name', async () => {
    const { sandbox } = await startSandbox();
    const url = await startStrictGateway({
      sandbox: sandbox.url,
      names: {
        TransactionNumber: 'TransactionNumber',
        Timestamp: 'Timestamp',
        Session: 'SessionNumber',
        Channel: 'channelId',
      },
    });
    const env = createVariables(url);
    const first = await runPgw(['conformance', '--json'], { env });
    expect(listDifferences(first)).toEqual([
      'unknown-session: profile.queryParameters.sessionNumber',
      `parameter-case: ${exactNames}`,
      'provider-channels: profile.queryParameters.channelId or profile.paths.getProviderChannels',
    ]);
    const cwd = createFolder({ queryParameters: { sessionNumber: 'Session', channelId: 'Channel' } });
    const second = await runPgw(['conformance', '--json'], { env, cwd });
    expect(listDifferences(second)).toEqual([`parameter-case: ${exactNames}`]);
  });
});

test('without --full, no request creates anything', async () => {
  const { url, requests } = await startGateway((_request, response) =>
    sendJson(response, { result: { accessToken: 'token', expireInSeconds: 60, code: 2010, message: 'No' } }),
  );
  await runPgw(['conformance'], { env: { ...createVariables(url), PGW_TOKEN: 'token' } });
  const posts = requests.filter(({ method }) => method === 'POST').map(({ path }) => path.split('/').at(-1));
  expect(requests.length).toBeGreaterThan(10);
  expect(posts).toEqual(['InquiryWallet']);
});

describe('--full', () => {
  test.each([
    ['the environment is production', { PGW_ENVIRONMENT: 'production' }, 'is production'],
    ['the environment is not known', {}, 'is not known'],
    ['the environment has another name', { PGW_ENVIRONMENT: 'test' }, 'must be staging or production'],
  ])('is refused when %s, and nothing is sent', async (_name, env, message) => {
    const baseUrl = 'https://gateway.invalid';
    const result = await runPgw([...full, '--confirm-host', 'gateway.invalid'], {
      env: { ...createVariables(baseUrl), ...env },
    });
    expect(result).toMatchObject({ code: 2, out: '' });
    expect(result.err).toContain(message);
  });

  test('is refused at the sandbox when its environment is production', async () => {
    const { sandbox, pgw } = await startSandbox();
    const result = await pgw(full, { env: { PGW_ENVIRONMENT: 'production' } });
    expect(result.code).toBe(2);
    expect((await fetch(`${sandbox.url}/`)).ok).toBe(true);
  });

  test('needs the name of the host, from the input or from the option', async () => {
    const { pgw } = await startSandbox();
    const [wrong, none, wrongOption, typed] = await Promise.all([
      pgw(['conformance', '--full'], { input: 'localhost\n' }),
      pgw(['conformance', '--full']),
      pgw(['conformance', '--full', '--confirm-host', 'other.example']),
      pgw(['conformance', '--full'], { input: '127.0.0.1\n' }),
    ]);
    expect([wrong, none, wrongOption].map(({ code, out }) => [code, out])).toEqual([
      [2, ''],
      [2, ''],
      [2, ''],
    ]);
    expect(wrongOption.err).toContain('The name is not 127.0.0.1. Nothing was sent.');
    expect([typed.code, typed.err]).toEqual([
      0,
      '--full creates payments. Type the name of the host, 127.0.0.1, to go on: ',
    ]);
  });
});

describe('a gateway that does not work', () => {
  test('--base-url names the gateway, and exit code 3 means that it cannot be reached', async () => {
    const url = await findUnusedUrl();
    const result = await runPgw(['conformance', '--base-url', url], {
      env: createVariables('https://gateway.invalid'),
    });
    expect(result.code).toBe(3);
    expect(result.out).toMatch(
      /not checked +wallets +The wallets[\s\S]*reason: the gateway does not respond/,
    );
    expect(result.out).toMatch(/\nThe profile was not checked\.\n$/);
  });

  test('refused credentials and a wrong key end with exit code 5', async () => {
    const { pgw } = await startSandbox();
    const [password, key] = await Promise.all([
      pgw(['conformance', '--json'], { env: { PGW_PASSWORD: 'wrong' } }),
      pgw(['conformance', '--json'], { env: { PGW_SECRET_KEY: 'wrong-secret-key' } }),
    ]);
    expect([password.code, key.code]).toEqual([5, 5]);
    expect(listDifferences(password)).toEqual(['login: -']);
    expect(listDifferences(key)).toEqual(['signed-request: -']);
  });

  test('scenarios of the sandbox are reported', async () => {
    const { sandbox, pgw } = await startSandbox();
    sandbox.scenario('response-500', { endpoint: 'getChannels' });
    sandbox.scenario('decimal-amounts');
    const result = await pgw([...full, '--json']);
    const { checks } = readReport(result);
    expect([result.code, listDifferences(result)]).toEqual([1, ['query-payment: -']]);
    expect(checks.find(({ id }) => id === 'query-payment')?.detail).toBe('the amount is 10 instead of 1000');
    expect(checks.filter(({ state }) => state === 'not checked').map(({ id }) => id)).toEqual([
      'channels',
      'channel-hints',
      'provider-channels',
    ]);
  });

  test('a response with control characters and the token is printed without them', async () => {
    const { url } = await startGateway((_request, response) =>
      sendJson(response, { error: { code: 2010, message: 'top-secret-token \u001B[2J\u202E' } }, 400),
    );
    const env = { ...createVariables(url), PGW_TOKEN: 'top-secret-token' };
    for (const args of [['conformance'], ['conformance', '--json']]) {
      const { code, out, err } = await runPgw(args, { env });
      expect(code).toBe(1);
      for (const text of ['\u001B', '\u202E', env.PGW_TOKEN, 'sandbox-secret-key'])
        expect(out + err).not.toContain(text);
    }
  });

  test.each([
    ['pages', (response: Parameters<typeof sendJson>[0]) => response.writeHead(200).end('<html>')],
    ['errors', (response: Parameters<typeof sendJson>[0]) => response.writeHead(503).end()],
    ['lost connections', (response: Parameters<typeof sendJson>[0]) => response.destroy()],
    ['null', (response: Parameters<typeof sendJson>[0]) => sendJson(response, null)],
  ])('%s instead of responses are reported for each check', async (_name, respond) => {
    const { url } = await startGateway((_request, response) => {
      respond(response);
    });
    const env = { ...createVariables(url), PGW_TOKEN: 'token' };
    const result = await runPgw([...full, '--json'], { env });
    expect([1, 3]).toContain(result.code);
    expect(result.err).toBe('');
    expect(readReport(result).checks.length).toBeGreaterThan(25);
  });
});
