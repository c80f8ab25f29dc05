import { exitCode } from '../exit-codes.ts';
import type { FailedCheck } from '../failures.ts';

/** The result of one check of `pgw doctor`. */
export interface Check {
  readonly name:
    | 'configuration'
    | 'environment'
    | 'gateway'
    | 'clock'
    | 'credentials'
    | 'signature'
    | 'channels'
    | 'card terms'
    // Of a shop
    | 'certificate'
    | 'callback'
    | 'redirect'
    | 'firewall'
    | 'secret key'
    | 'mount path'
    | 'body parsers'
    | 'public URL'
    | 'proxy headers'
    | 'sweep'
    | 'versions'
    | 'account'
    | 'store'
    | 'durability'
    | 'health';
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly detail: string;
  /** How to fix the problem. */
  readonly remedy?: string | undefined;
  readonly exitCode?: FailedCheck['exitCode'] | undefined;
}

const timeoutMs = 10_000;

/** Checks that the gateway responds, and that its clock matches the clock of this machine. */
export async function checkReachability(baseUrl: string, abortSignal: AbortSignal): Promise<Check[]> {
  const signal = AbortSignal.any([abortSignal, AbortSignal.timeout(timeoutMs)]);
  const startedAt = Date.now();
  try {
    // Any status is accepted, because the gateway may have no page at its base URL.
    const response = await fetch(baseUrl, { redirect: 'manual', signal });
    const endedAt = Date.now();
    await response.body?.cancel();
    const detail = `responds in ${endedAt - startedAt} ms (HTTP ${response.status})`;
    return [
      { name: 'gateway', state: 'ok', detail },
      checkClock(response.headers.get('date'), (startedAt + endedAt) / 2),
    ];
  } catch (error) {
    const [detail, remedy] = describeNetworkError(findErrorCode(error));
    return [{ name: 'gateway', state: 'failed', detail, remedy, exitCode: exitCode.unreachable }];
  }
}

const warningSkewMs = 30_000;
const failureSkewMs = 5 * 60_000;

/**
 * Compares the clock of this machine with the gateway's Date header. Half a second is added, because the
 * header has whole seconds.
 */
export function checkClock(date: string | null, now: number): Check {
  const gatewayTime = date === null ? Number.NaN : Date.parse(date) + 500;
  if (Number.isNaN(gatewayTime))
    return { name: 'clock', state: 'skipped', detail: 'the gateway sends no Date header' };
  const clock = { skewMs: now - gatewayTime, of: 'this machine', other: 'the gateway' };
  return judgeSkew({ ...clock, failedCode: exitCode.refused });
}

interface Clock {
  /** The difference to the other clock, in milliseconds. */
  readonly skewMs: number;
  readonly of: string;
  readonly other: string;
  readonly failedCode: Check['exitCode'];
}

/** Judges the difference of two clocks. */
export function judgeSkew({ skewMs, of, other, failedCode }: Clock): Check {
  const differenceMs = Math.abs(skewMs);
  const detail = `${(differenceMs / 1000).toFixed(1)} s ${skewMs < 0 ? 'behind' : 'ahead of'} ${other}`;
  if (differenceMs < warningSkewMs) return { name: 'clock', state: 'ok', detail };
  const remedy = `Set the clock of ${of} (NTP). The gateway refuses requests with an old timestamp.`;
  return differenceMs < failureSkewMs
    ? { name: 'clock', state: 'warning', detail, remedy }
    : { name: 'clock', state: 'failed', detail, remedy, exitCode: failedCode };
}

/** Finds the code of Node in an error or its cause. */
export function findErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.name === 'TimeoutError' ? 'TIMEOUT' : findErrorCode(error.cause);
}

/** Returns a description of a network error and its remedy, for an error code of Node. */
export function describeNetworkError(code: string): readonly [detail: string, remedy: string] {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return [
      `the host name cannot be resolved (${code})`,
      'Check the host in PGW_BASE_URL and the DNS of this machine.',
    ];
  }
  if (code === 'ECONNREFUSED') {
    return [
      'the connection was refused (ECONNREFUSED)',
      'Check the port in PGW_BASE_URL, and that the gateway is running.',
    ];
  }
  if (code === 'TIMEOUT' || code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') {
    return [
      'there was no response in time',
      'A firewall may block the connection. Request outgoing access to the gateway.',
    ];
  }
  if (/CERT|TLS|SSL|SELF_SIGNED|VERIFY/.test(code)) {
    return [
      `the certificate is not accepted (${code})`,
      'Set NODE_EXTRA_CA_CERTS to the certificate of your company proxy.',
    ];
  }
  return [
    `the gateway cannot be reached (${code || 'no code'})`,
    'Check PGW_BASE_URL and the network of this machine.',
  ];
}
