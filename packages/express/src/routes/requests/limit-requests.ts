import type { Request, Response, NextFunction } from 'express';
import type { LimitedRequest } from '../../start/request-limits.ts';
import type { Context } from '../context.ts';
import { getClientAddress } from './client-address.ts';

/**
 * Counts a request by its visitor and its network before it is handled. Refuses the request when a limit is
 * reached.
 */
export function limitRequests(context: Context, kind: LimitedRequest) {
  return async (req: Request, _res: Response, next: NextFunction): Promise<void> => {
    await countRequest(context, kind, req);
    next();
  };
}

/** Counts a request. @throws CheckoutProblem `too-many-requests` when a limit is reached. */
export async function countRequest(
  { limiter, settings }: Context,
  kind: LimitedRequest,
  req: Request,
): Promise<void> {
  // An empty text, for example of an empty cookie, identifies no visitor.
  const visitor = (await settings.visitorOf?.(req)) || null;
  await limiter?.count(kind, { address: getClientAddress(req), visitor });
}
