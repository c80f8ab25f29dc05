import type { Request } from 'express';
import type { Sender } from '../../start/open.ts';
import type { Context } from '../context.ts';

/** The sender of a request, as the gateway requires it. */
export function senderOf({ settings }: Context, req: Request): Sender {
  return { ipAddress: addressOf(req), userAgent: req.get('user-agent'), returnUrl: settings.returnUrl };
}

/**
 * The shopper's address as Express reports it (behind a proxy set `trust proxy`), without the prefix of IPv4
 * in IPv6.
 */
export function addressOf(req: Request): string {
  return (req.ip ?? req.socket.remoteAddress ?? '0.0.0.0').replace(/^::ffff:/, '').slice(0, 50);
}
