import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { skipBecause } from '../../../../scripts/skip-because.ts';
import { openShop, type Shop, type ShopOptions } from '../../../server/test/shop.ts';
import { memoryStore } from '../../../server/src/stores/memory.ts';
import { judgeCertificate } from '../../src/doctor/app.ts';
import { createVariables, runPgw } from '../run-pgw.ts';

async function open(options: ShopOptions = {}): Promise<Shop> {
  const shop = await openShop(options);
  onTestFinished(() => shop.close());
  return shop;
}

async function listen(server: Server, protocol = 'http'): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // The server listens on a port.
  return `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serve = (listener: RequestListener): Promise<string> => listen(createServer(listener));

/** Opens a proxy that adds the address of its sender to `X-Forwarded-For`. */
async function openProxy(getTarget: () => string, sender: string): Promise<string> {
  return serve((incoming, outgoing) => {
    const { headers, method, url = '' } = incoming;
    const forwarded = [headers['x-forwarded-for'], sender].join(', ');
    const passed = request(
      `${getTarget()}${url}`,
      { method, headers: { ...headers, 'x-forwarded-for': forwarded } },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    incoming.pipe(passed);
  });
}

/** Runs the command as JSON. Returns its exit code, and the names of the checks by their state. */
async function runDoctor(address: string, variables: Readonly<Record<string, string>> = {}) {
  const env = { ...createVariables('http://127.0.0.1:1'), ...variables };
  const { code, out } = await runPgw(['doctor', '--app', address, '--json'], { env });
  // The command prints this object.
  const { checks } = JSON.parse(out) as {
    checks: { name: string; state: string; detail: string; remedy?: string }[];
  };
  return { code, checks, failed: checks.filter(({ state }) => state === 'failed') };
}

it('finds nothing wrong with a shop that is set up well, as text and as JSON', async () => {
  const shop = await open();
  await shop.checkout.sweep();
  const { code, checks } = await runDoctor(`${shop.url}/pgw`);
  expect(checks.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'certificate skipped',
    'callback ok',
    'public URL ok',
    'proxy headers ok',
    'clock ok',
    'sweep ok',
    'versions ok',
    'durability ok',
  ]);
  expect(code).toBe(0);
  const text = await runPgw(['doctor', '--app', `${shop.url}/pgw`], { env: createVariables(shop.url) });
  expect(text).toMatchObject({ code: 0, err: '' });
  expect(text.out).toMatch(/ok +durability +a confirmed payment survives a power failure/);
});

/** Opens a shop behind one proxy. Returns the address of its checkout. */
async function openBehindProxy(setUpApp: NonNullable<ShopOptions['setUpApp']> = () => {}): Promise<string> {
  let target = '';
  const publicUrl = await openProxy(() => target, '198.51.100.9');
  const shop = await open({ publicUrl, setUpApp });
  target = shop.url;
  await shop.checkout.sweep();
  return `${publicUrl}/pgw`;
}

it('finds nothing wrong behind a proxy that the app trusts', async () => {
  const { code, checks } = await runDoctor(await openBehindProxy((app) => app.set('trust proxy', 1)));
  expect(checks.find(({ name }) => name === 'proxy headers')?.detail).toContain('198.51.100.9');
  expect(code).toBe(0);
});

interface Mistake {
  readonly mistake: string;
  /** The name of the check that must find it. */
  readonly check: string;
  /** Makes the mistake. Returns the address of the checkout, and perhaps another configuration of the command. */
  readonly make: () => Promise<
    string | readonly [address: string, variables: Readonly<Record<string, string>>]
  >;
  readonly text: RegExp;
  readonly remedy?: RegExp;
}

const openSwept = async (options: ShopOptions): Promise<string> => {
  const shop = await open(options);
  await shop.checkout.sweep();
  return `${shop.url}/pgw`;
};

const unavailable = (): never => {
  throw new Error('The database is down.');
};

const mistakes: readonly Mistake[] = [
  {
    mistake: 'publicUrl is another address',
    check: 'public URL',
    make: () => openSwept({ publicUrl: 'http://127.0.0.1:1' }),
    text: /the shop requests callbacks at http:\/\/127\.0\.0\.1:1\/pgw\/callback/,
  },
  {
    mistake: 'a body parser is before the checkout',
    check: 'body parsers',
    make: () =>
      openSwept({
        setUpApp: (app) =>
          app.use((incoming, _outgoing, next) => {
            incoming.once('end', () => next()).resume();
          }),
      }),
    text: /body-already-parsed/,
  },
  {
    mistake: 'the app trusts every proxy',
    check: 'proxy headers',
    make: () => openSwept({ setUpApp: (app) => app.set('trust proxy', true) }),
    text: /accepts every address in X-Forwarded-For/,
    remedy: /^No proxy added an address .* leave .* out.* behind a proxy, .* set the number/is,
  },
  {
    mistake: 'the app trusts a proxy, and there is none',
    check: 'proxy headers',
    make: () => openSwept({ setUpApp: (app) => app.set('trust proxy', 1) }),
    text: /accepts every address in X-Forwarded-For/,
    remedy: /^No proxy added an address .* leave .* out.* behind a proxy, .* set the number/is,
  },
  {
    mistake: 'the app trusts more proxies than there are',
    check: 'proxy headers',
    make: () => openBehindProxy((app) => app.set('trust proxy', 2)),
    text: /accepts every address in X-Forwarded-For/,
    remedy: /'trust proxy', 1\)/,
  },
  {
    mistake: 'the app does not trust its proxy',
    check: 'proxy headers',
    make: () => openBehindProxy(),
    text: /the address of a proxy, for the one of every visitor/,
    remedy: /'trust proxy', 1\)/,
  },
  {
    mistake: 'the checkout is mounted at another path than mountPath',
    check: 'mount path',
    make: () => openSwept({ mountPath: '/pay' }),
    text: /wrong-mount-path/,
  },
  {
    mistake: 'the app has no checkout at the address',
    check: 'mount path',
    make: async () => (await openSwept({})).replace('/pgw', '/payments'),
    text: /HTTP 404/,
  },
  {
    mistake: 'a proxy redirects the callback',
    check: 'redirect',
    make: () =>
      serve((_request, response) => response.writeHead(308, { location: 'https://www.shop.example/' }).end()),
    text: /HTTP 308 to https:\/\/www\.shop\.example/,
  },
  {
    mistake: 'the shop has another secret key',
    check: 'secret key',
    make: async () => [await openSwept({}), { PGW_SECRET_KEY: 'the-key-of-staging' }],
    text: /HTTP 401/,
  },
  {
    mistake: 'the clock of the shop is wrong',
    check: 'clock',
    make: () => openSwept({ now: () => Date.now() + 600_000 }),
    // The time that the request took counts too.
    text: /(?:599|60[0-9])\.\d s ahead of this machine/,
  },
  {
    mistake: 'the store does not survive a power failure',
    check: 'durability',
    make: () =>
      openSwept({
        store: {
          ...memoryStore(),
          findDurabilityRisks: async () => [{ level: 'error', message: 'PostgreSQL runs with fsync = off.' }],
        },
      }),
    text: /fsync = off/,
  },
  {
    mistake: 'no process sweeps',
    check: 'sweep',
    make: async () => `${(await open()).url}/pgw`,
    text: /no sweep has run/,
  },
  {
    mistake: 'the database is down',
    check: 'store',
    make: async () => `${(await open({ store: { ...memoryStore(), open: unavailable } })).url}/pgw`,
    text: /HTTP 503/,
  },
  {
    mistake: 'nothing listens',
    check: 'callback',
    make: async () => {
      const server = createServer();
      const url = await listen(server);
      await new Promise((resolve) => server.close(resolve));
      return `${url}/pgw`;
    },
    text: /ECONNREFUSED/,
  },
  {
    mistake: 'a sign-in page is before the app',
    check: 'firewall',
    make: () => serve((_request, response) => response.writeHead(403).end('<h1>Sign in</h1>')),
    text: /HTTP 403, and the body is no JSON/,
  },
  {
    mistake: 'another program responds',
    check: 'callback',
    make: () => serve((_request, response) => response.end('<h1>It works!</h1>')),
    text: /HTTP 200, and the body is no JSON/,
  },
  {
    mistake: 'the server is older than the command',
    check: 'versions',
    make: () => {
      const problem = { type: 'about:blank', status: 404, code: 'unknown-payment', title: 'T', detail: 'D' };
      return serve((_request, response) => response.writeHead(404).end(JSON.stringify(problem)));
    },
    text: /unknown-payment/,
  },
  {
    mistake: 'the shop is served without TLS',
    check: 'certificate',
    make: () => Promise.resolve('http://shop.example/pgw'),
    text: /begins with http/,
  },
];

describe('of a planted mistake, exactly one check fails, and the exit code is 3:', () => {
  it.each(mistakes)('$mistake', async ({ check, make, text, remedy = /./ }) => {
    const made = await make();
    const [address, variables] = typeof made === 'string' ? [made] : made;
    const { code, failed } = await runDoctor(address, variables);
    expect(failed.map(({ name }) => name)).toEqual([check]);
    expect(failed[0]?.detail).toMatch(text);
    expect(failed[0]?.remedy).toMatch(remedy);
    expect(code).toBe(3);
  });
});

const withoutOpenssl = spawnSync('openssl', ['version']).status === 0 ? undefined : 'openssl is missing.';

test('a certificate that no authority has signed fails', skipBecause(withoutOpenssl), async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
  spawnSync('openssl', ['req', ...options.split(' '), '-keyout', key, '-out', cert]);
  const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) });
  const { code, failed } = await runDoctor(`${await listen(server, 'https')}/pgw`);
  expect(failed).toMatchObject([{ name: 'certificate', detail: expect.stringMatching(/SELF_SIGNED/) }]);
  expect(code).toBe(3);
});

test.each([
  ['2026-06-01', undefined, 'ok'],
  ['2026-01-10', undefined, 'warning'],
  ['2025-12-31', 'CERT_HAS_EXPIRED', 'failed'],
])('a certificate until %s with the error %s is judged as %s', (validTo, reason, state) => {
  const check = judgeCertificate({ validTo, reason }, Date.parse('2026-01-01'));
  expect(check.state).toBe(state);
});

test('an address that is no URL is refused with the exit code 2', async () => {
  const result = await runPgw(['doctor', '--app', 'shop.example/pgw'], {
    env: createVariables('http://127.0.0.1:1'),
  });
  expect(result.code).toBe(2);
  expect(result.err).toContain('--app must be the address of the checkout');
});
