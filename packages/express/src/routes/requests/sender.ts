import type { Request } from 'express';
import type { Sender } from '../../start/open.ts';
import type { Context } from '../context.ts';

/** Returns the properties of a request's sender that the gateway requires. */
export function getSender({ settings }: Context, req: Request): Sender {
  return { ipAddress: getAddress(req), userAgent: req.get('user-agent'), returnUrl: settings.returnUrl };
}

/**
 * Returns the shopper's address from Express, without the prefix of IPv4 in IPv6. Behind a proxy, the app
 * must set `trust proxy`.
 */
export function getAddress(req: Request): string {
  return (req.ip ?? req.socket.remoteAddress ?? '0.0.0.0').replace(/^::ffff:/, '').slice(0, 50);
}
