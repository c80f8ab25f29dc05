import type { Request, Response } from 'express';
import type { Health } from '../health.ts';
import { sendJson } from './send-text.ts';

/**
 * A result is cached for this time, in milliseconds, so that many requests do not run the checks each time.
 */
const cacheMs = 1_000;

/** The value of `Retry-After` of a 503 response, in seconds. */
const retryAfterSeconds = 5;

/**
 * GET /health: for load balancers. Responds with 200 while this process can serve payments, otherwise with
 * 503. Anyone can send this request, so the body contains only the status. `checkout.health()` has the
 * details.
 */
export function createHealthHandler(
  check: () => Promise<Health>,
  runningRequests: { readonly isClosing: boolean },
) {
  let lastCheck: { readonly at: number; readonly result: Promise<Health> } | undefined;
  return async (_req: Request, res: Response): Promise<void> => {
    const at = performance.now();
    if (lastCheck === undefined || at - lastCheck.at >= cacheMs || runningRequests.isClosing)
      lastCheck = { at, result: check() };
    const isFailing = (await lastCheck.result).status === 'failing';
    res.set('Cache-Control', 'no-store');
    res.set('X-Content-Type-Options', 'nosniff');
    if (isFailing) res.set('Retry-After', String(retryAfterSeconds));
    res.status(isFailing ? 503 : 200);
    sendJson(res, { status: isFailing ? 'failing' : 'ok' });
  };
}
