import type { Request } from 'express';
import type { Sender } from '../../start/open.ts';
import { getClientAddress } from './client-address.ts';

/** Returns the shopper's IP address and user agent. The gateway receives them. */
export function getSender(req: Request): Sender {
  return { ipAddress: getClientAddress(req), userAgent: req.get('user-agent') };
}
