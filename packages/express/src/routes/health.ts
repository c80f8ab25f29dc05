import type { Request, Response } from 'express';
import type { Health } from '../health.ts';

/** The checks run at most once in this time, in milliseconds, for any number of requests. */
const freshMs = 1_000;

/**
 * GET /health: for load balancers. 200 while this process can serve payments, 503 while it cannot. Anyone may
 * request it, so the body is one word; `checkout.health()` has the details.
 */
export function health(check: () => Promise<Health>, requests: { readonly isClosing: boolean }) {
  let last: { readonly at: number; readonly result: Promise<Health> } | undefined;
  return async (_req: Request, res: Response): Promise<void> => {
    const at = performance.now();
    if (last === undefined || at - last.at >= freshMs || requests.isClosing) last = { at, result: check() };
    const isFailing = (await last.result).status === 'failing';
    res.set('Cache-Control', 'no-store');
    res.set('X-Content-Type-Options', 'nosniff');
    if (isFailing) res.set('Retry-After', '5');
    res.status(isFailing ? 503 : 200).json({ status: isFailing ? 'failing' : 'ok' });
  };
}
