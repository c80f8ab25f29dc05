import type { Health } from '../../model/health.ts';
import { createJsonReply, type Handler } from '../route.ts';

/** Many requests do not run the checks each time. */
const cacheMs = 1_000;

const retryAfterSeconds = 5;

/** GET /health: for load balancers. Anyone can send this request, so the body contains only the status. */
export function createHealthHandler(
  check: () => Promise<Health>,
  runningRequests: { readonly isClosing: boolean },
): Handler {
  let lastCheck: { readonly at: number; readonly result: Promise<Health> } | undefined;
  return async () => {
    const at = performance.now();
    if (lastCheck === undefined || at - lastCheck.at >= cacheMs || runningRequests.isClosing)
      lastCheck = { at, result: check() };
    const isFailing = (await lastCheck.result).status === 'failing';
    const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
    if (!isFailing) return createJsonReply({ status: 'ok' }, headers);
    const retryAfter = { 'Retry-After': String(retryAfterSeconds) };
    return createJsonReply({ status: 'failing' }, { ...headers, ...retryAfter }, 503);
  };
}
