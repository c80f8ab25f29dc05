import type { Sender } from '../../start/open.ts';
import type { HttpRequest } from '../request.ts';

export function getSender(request: HttpRequest): Sender {
  return { ipAddress: request.clientAddress, userAgent: request.header('user-agent') };
}
