import type { Sender } from '../../start/open.ts';
import type { HttpRequest } from '../request.ts';

/** Returns the shopper's IP address and user agent. The gateway receives them. */
export function getSender(request: HttpRequest): Sender {
  return { ipAddress: request.clientAddress, userAgent: request.header('user-agent') };
}
