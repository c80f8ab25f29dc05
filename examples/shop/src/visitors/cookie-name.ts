import type { Request } from 'express';

/**
 * Returns the name of a cookie. Over https, the name has the prefix `__Host-`. The browser then accepts the
 * cookie only from this host, not from a subdomain.
 */
export function getCookieName({ secure }: Pick<Request, 'secure'>, baseName: string): string {
  return secure ? `__Host-${baseName}` : baseName;
}
