import { connect } from 'node:tls';
import type { StorefrontProblem } from '@pgw/protocol';
import {
  encodeAccountId,
  hmac,
  joinUrl,
  parseInput,
  selfTestReference,
  selfTestReport,
  signatureMessageOfText,
  storefrontProblem,
  type SelfTestReport,
  isLoopback,
} from '@pgw/protocol/internal';
import type { Context } from '../context.ts';
import { exitCode } from '../exit-codes.ts';
import { describeNetworkError, findErrorCode, judgeSkew, type Check } from './reachability.ts';

const timeoutMs = 10_000;
/** An address for documentation (RFC 5737), which no visitor has. */
const forgedAddress = '203.0.113.7';
const [dayMs, renewalDays] = [86_400_000, 14];

/** Each failed check of a shop has the exit code 3. */
const fail = (name: Check['name'], detail: string, remedy: string): Check => ({
  name,
  state: 'failed',
  detail,
  remedy,
  exitCode: exitCode.unreachable,
});
const pass = (name: Check['name'], detail: string): Check => ({ name, state: 'ok', detail });
const warn = (name: Check['name'], detail: string, remedy: string): Check => ({
  name,
  state: 'warning',
  detail,
  remedy,
});

/**
 * Checks a running shop from outside: its certificate, the callback route with a signed self-test, and what the shop reports. Nothing
 * is stored in the shop. `address` is the address at which the checkout is mounted.
 */
export async function runAppChecks(context: Context, address: string): Promise<Check[]> {
  const secret = context.configuration.requireSecretKey();
  const url = new URL(address);
  const certificate = await checkCertificate(url);
  if (certificate.state === 'failed') return [certificate];
  const startedAt = Date.now();
  let calledUrl = toCallbackUrl(address, context.account);
  let answer = await sendSelfTest(context, { calledUrl, secret });
  // The accounts may also be shops with one account each.
  if ('state' in answer && answer.detail.startsWith('HTTP 404, not-found') && context.account !== undefined) {
    calledUrl = toCallbackUrl(address, undefined);
    answer = await sendSelfTest(context, { calledUrl, secret });
  }
  if ('state' in answer) return [certificate, answer];
  const now = (startedAt + Date.now()) / 2;
  return [
    certificate,
    pass('callback', 'a signed self-test arrives'),
    ...judgeReport(answer, { calledUrl, now }),
  ];
}

/** Returns the address of the callbacks of a checkout with several accounts, or with one. */
export function toCallbackUrl(address: string, account: string | undefined): string {
  return joinUrl(address, account === undefined ? '/callback' : `/callback/${encodeAccountId(account)}`);
}

/** Reads the certificate of the server, also one that is not valid. */
async function checkCertificate({ protocol, hostname, port }: URL): Promise<Check> {
  const host = hostname.replaceAll(/[[\]]/g, '');
  if (protocol === 'http:')
    return isLoopback(host)
      ? { name: 'certificate', state: 'skipped', detail: 'http on this machine' }
      : fail(
          'certificate',
          'the address begins with http',
          'Serve the shop with https. Callbacks and cards need it.',
        );
  return new Promise((resolve) => {
    const servername = /[a-z]/i.test(host) && !host.includes(':') ? { servername: host } : {};
    const socket = connect({
      host,
      port: Number(port || 443),
      rejectUnauthorized: false,
      timeout: timeoutMs,
      ...servername,
    });
    const end = (check: Check): void => {
      socket.destroy();
      resolve(check);
    };
    socket.once('timeout', () => end(fail('certificate', ...describeUnreachable('TIMEOUT'))));
    socket.once('error', (error) => end(fail('certificate', ...describeUnreachable(findErrorCode(error)))));
    socket.once('secureConnect', () => {
      const { valid_to: validTo } = socket.getPeerCertificate();
      // The declared type is Error, and Node sets a text here.
      const reason: unknown = socket.authorizationError;
      end(judgeCertificate({ validTo, reason: socket.authorized ? undefined : String(reason) }, Date.now()));
    });
  });
}

/** Judges a certificate by its last day and the reason why it is not valid. */
export function judgeCertificate(
  { validTo, reason }: { readonly validTo: string; readonly reason: string | undefined },
  now: number,
): Check {
  const days = Math.floor((Date.parse(validTo) - now) / dayMs);
  if (reason !== undefined)
    return fail(
      'certificate',
      `is not valid (${reason}, until ${validTo})`,
      'Install a certificate of a public authority with all intermediate certificates, and renew it. The gateway sends no callback to this address.',
    );
  return days < renewalDays
    ? warn(
        'certificate',
        `ends in ${days} days (${validTo})`,
        'Renew the certificate, and check its automatic renewal.',
      )
    : pass('certificate', `is valid for ${days} days`);
}

interface SelfTest {
  readonly calledUrl: string;
  readonly secret: string;
}

/** Sends the self-test like a callback of the gateway. Returns the report of the shop, or a failed check. */
async function sendSelfTest(
  { configuration: { profile }, terminal }: Context,
  { calledUrl, secret }: SelfTest,
): Promise<SelfTestReport | Check> {
  const body = JSON.stringify({ referenceCode: selfTestReference, url: calledUrl, at: Date.now() });
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': forgedAddress,
    [profile.headers.signature]: hmac(signatureMessageOfText(calledUrl, body), secret),
  };
  const signal = AbortSignal.any([terminal.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const response = await fetch(calledUrl, { method: 'POST', redirect: 'manual', headers, body, signal });
    const content: unknown = await response.json().catch(() => undefined);
    const report = parseInput(selfTestReport(), content);
    if (response.ok && report.success) return report.data;
    const problem = parseInput(storefrontProblem(), content);
    return problem.success ? judgeProblem(problem.data) : judgeResponse(response, content !== undefined);
  } catch (error) {
    return fail('callback', ...describeUnreachable(findErrorCode(error)));
  }
}

function describeUnreachable(code: string): readonly [detail: string, remedy: string] {
  const [detail] = describeNetworkError(code);
  return [
    detail.replace('the gateway', 'the shop'),
    'Check the address, that the shop runs, and that its port is open to the internet.',
  ];
}

/** What to do about each problem that a checkout can respond to a self-test. */
const problemRemedies: Readonly<Record<string, readonly [name: Check['name'], remedy: string]>> = {
  'invalid-signature': [
    'secret key',
    'PGW_SECRET_KEY of this command is not the secret key of the shop. Staging and production have different keys. Or a proxy changes the body. A checkout with several accounts needs --account.',
  ],
  'body-already-parsed': [
    'body parsers',
    'Mount the checkout before express.json() and every other body parser.',
  ],
  'wrong-mount-path': [
    'mount path',
    'Set the option mountPath to the path at which the app mounts the checkout.',
  ],
  'not-found': [
    'mount path',
    'Pass the address at which the checkout is mounted, such as https://shop.example/pgw.',
  ],
  'unknown-payment': ['versions', 'The server of the shop is older than this command. Update it.'],
  'invalid-callback': ['versions', 'The server of the shop is older than this command. Update it.'],
  'store-unavailable': ['store', 'Start the database of the shop, and check its address.'],
  'unknown-account': [
    'account',
    'The shop has no account with this id: see accounts.find and resolveAccount.',
  ],
  'account-unavailable': ['account', 'Read the event account-unavailable of the shop.'],
  'wrong-account': ['store', 'It is of another merchant. See https://pgw-js.github.io/pgw/errors.'],
  'too-many-requests': ['callback', 'Wait a minute: a shop responds to ten self-tests in a minute.'],
};

function judgeProblem({ code, status, detail }: StorefrontProblem): Check {
  const [name, remedy] =
    problemRemedies[code] ?? (['callback', 'See https://pgw-js.github.io/pgw/errors.'] as const);
  return fail(name, `HTTP ${status}, ${code}: ${detail}`, remedy);
}

/** Judges a response that no checkout has sent. */
function judgeResponse({ status, headers }: Response, isJson: boolean): Check {
  const detail = `HTTP ${status}${isJson ? '' : ', and the body is no JSON'}`;
  const location = headers.get('location');
  if (status >= 300 && status < 400)
    return fail(
      'redirect',
      `HTTP ${status} to ${location ?? 'an unknown address'}`,
      'The gateway follows no redirect. Set publicUrl to the address without one, or take the callback route out of the redirect.',
    );
  if (status === 404)
    return fail(
      'mount path',
      detail,
      'Pass the address at which the checkout is mounted, such as https://shop.example/pgw, and mount it there.',
    );
  if (status === 401 || status === 403)
    return fail(
      'firewall',
      detail,
      'A sign-in or a firewall refuses the request. Allow POST to the callback route without it.',
    );
  return fail('callback', detail, 'Another program responds. Route the path of the checkout to the app.');
}

interface Called {
  readonly calledUrl: string;
  readonly now: number;
}

function judgeReport(report: SelfTestReport, { calledUrl, now }: Called): Check[] {
  const { callbackUrl, version, node, sweeps } = report;
  return [
    callbackUrl === calledUrl
      ? pass('public URL', callbackUrl)
      : fail(
          'public URL',
          `the shop requests callbacks at ${callbackUrl}, and this command has called ${calledUrl}`,
          'Set publicUrl and mountPath to the address that the internet uses, with scheme, host and port.',
        ),
    judgeAddress(report),
    judgeSkew({
      skewMs: report.now - now,
      of: 'the shop',
      other: 'this machine',
      failedCode: exitCode.unreachable,
    }),
    sweeps
      ? pass('sweep', 'runs')
      : fail(
          'sweep',
          'no sweep has run in this process',
          'Set sweepIntervalMs above 0 in one process, or call checkout.sweep() from a scheduled request.',
        ),
    pass('versions', `@pgw/server ${version ?? '(in a bundle)'}, Node ${node}`),
    ...judgeStore(report),
  ];
}

/** The self-test was sent with a forged address, to which each proxy adds the one of its sender. */
function judgeAddress({ clientAddress, trustsEveryAddress, forwardedFor }: SelfTestReport): Check {
  const name = 'proxy headers';
  const added = (forwardedFor ?? '').split(/[\s,]+/).filter((one) => !['', forgedAddress].includes(one));
  const setNumber = `set the number of your proxies: app.set('trust proxy', ${added.length || 1}), or clientAddress: { trustedProxies: ${added.length || 1} }.`;
  if (clientAddress === forgedAddress || trustsEveryAddress)
    return fail(
      name,
      'the shop accepts every address in X-Forwarded-For, so limits do not work',
      added.length === 0
        ? `No proxy added an address to this request. If visitors reach the shop without a proxy, leave 'trust proxy' and clientAddress out. If it is behind a proxy, run this command with the public address, and ${setNumber} The proxy has to append to the header or overwrite it.`
        : `For this address, ${setNumber}`,
    );
  if (added.length > 0 && !added.some((entry) => entry.includes(clientAddress)))
    return fail(
      name,
      `the shop takes ${clientAddress}, the address of a proxy, for the one of every visitor`,
      `All visitors share one limit. For this address, ${setNumber}`,
    );
  return pass(name, `the address of this request is ${clientAddress}`);
}

/** The durability of the store, and the other problems of the health. */
function judgeStore({ problems }: SelfTestReport): Check[] {
  const found = problems.find(({ code }) => code === 'store-not-durable');
  const others = problems.filter((problem) => problem !== found);
  return [
    found === undefined
      ? pass('durability', 'a confirmed payment survives a power failure')
      : fail('durability', found.message, 'See https://pgw-js.github.io/pgw/reliability.'),
    ...others.map(({ code, status, message }) => {
      const remedy = 'See "Handle a problem of checkout.health()" in https://pgw-js.github.io/pgw/errors.';
      return status === 'failing'
        ? fail('health', `${code}: ${message}`, remedy)
        : warn('health', `${code}: ${message}`, remedy);
    }),
  ];
}
