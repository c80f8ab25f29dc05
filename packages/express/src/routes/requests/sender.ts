import type { Request } from 'express';
import type { Sender } from '../../start/open.ts';

/** Returns the shopper's IP address and user agent. The gateway receives them. */
export function getSender(req: Request): Sender {
  return { ipAddress: getIpAddress(req), userAgent: req.get('user-agent') };
}

/** The maximum number of characters of an IP address with its zone. */
const maxIpAddressLength = 50;

/**
 * Returns the shopper's IP address from Express. The prefix `::ffff:` of an IPv4 address is removed. Behind a
 * proxy, the app must set `trust proxy`.
 */
export function getIpAddress(req: Request): string {
  return (req.ip ?? req.socket.remoteAddress ?? '0.0.0.0')
    .replace(/^::ffff:/, '')
    .slice(0, maxIpAddressLength);
}
