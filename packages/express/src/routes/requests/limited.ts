import type { Request, Response, NextFunction } from 'express';
import type { LimitedRequest } from '../../start/request-limits.ts';
import type { Context } from '../context.ts';
import { addressOf } from './sender.ts';

/**
 * Counts a request by its visitor and network before it is handled, and refuses it if there were too many.
 */
export function limited({ limiter, settings }: Context, what: LimitedRequest) {
  return async (req: Request, _res: Response, next: NextFunction): Promise<void> => {
    const visitor = (await settings.visitorOf?.(req)) ?? null;
    await limiter?.take(what, { address: addressOf(req), visitor });
    next();
  };
}
