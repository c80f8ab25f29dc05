import type { Check } from './check.ts';
import { exitCode } from './exit-codes.ts';

const timeoutMs = 10_000;

/** Whether anything answers at the address, and how far its clock is from ours. */
export async function reach(baseUrl: string, stop: AbortSignal): Promise<Check[]> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
  const startedAt = Date.now();
  try {
    // Any answer will do, whatever its status: the address has no page of its own.
    const response = await fetch(baseUrl, { redirect: 'manual', signal });
    const endedAt = Date.now();
    await response.body?.cancel();
    const detail = `answers in ${endedAt - startedAt} ms (HTTP ${response.status})`;
    return [
      { name: 'gateway', state: 'ok', detail },
      clockCheck(response.headers.get('date'), (startedAt + endedAt) / 2),
    ];
  } catch (error) {
    const [detail, remedy] = diagnosis(codeOf(error));
    return [{ name: 'gateway', state: 'failed', detail, remedy, exitCode: exitCode.unreachable }];
  }
}

const noticeableMs = 30_000;
const refusedMs = 5 * 60_000;

/** The header counts whole seconds, so half a second is added; no judgement is nearer than that. */
export function clockCheck(date: string | null, now: number): Check {
  const theirs = date === null ? Number.NaN : Date.parse(date) + 500;
  if (Number.isNaN(theirs)) return { name: 'clock', state: 'skipped', detail: 'the gateway sends no Date' };
  const skewMs = now - theirs;
  const apart = Math.abs(skewMs);
  const detail = `${(apart / 1000).toFixed(1)} s ${skewMs < 0 ? 'behind' : 'ahead of'} the gateway`;
  if (apart < noticeableMs) return { name: 'clock', state: 'ok', detail };
  const remedy = 'Set the clock of this machine (NTP): requests carry its time, and old ones are refused.';
  return apart < refusedMs
    ? { name: 'clock', state: 'warning', detail, remedy }
    : { name: 'clock', state: 'failed', detail, remedy, exitCode: exitCode.refused };
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.name === 'TimeoutError' ? 'TIMEOUT' : codeOf(error.cause);
}

/** What happened, and what to do, by the code of Node. */
function diagnosis(code: string): readonly [detail: string, remedy: string] {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return [
      `its name does not resolve (${code})`,
      'Check the host in PGW_BASE_URL and the DNS of this machine.',
    ];
  }
  if (code === 'ECONNREFUSED') {
    return [
      'nothing listens there (ECONNREFUSED)',
      'Check the port in PGW_BASE_URL, and that the gateway runs.',
    ];
  }
  if (code === 'TIMEOUT' || code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') {
    return [
      'it does not answer in time',
      'A firewall may hold the connection back: ask for outgoing access to the gateway.',
    ];
  }
  if (/CERT|TLS|SSL|SELF_SIGNED|VERIFY/.test(code)) {
    return [
      `its certificate is not accepted (${code})`,
      "Name a company proxy's certificate by NODE_EXTRA_CA_CERTS.",
    ];
  }
  return [
    `it cannot be reached (${code || 'no code'})`,
    'Check PGW_BASE_URL and the network of this machine.',
  ];
}
