import type { Request } from 'express';

/** The name of a cookie. Over https it has the prefix `__Host-`: the browser then accepts it from this host only, not from a sub-domain. */
export function cookieName({ secure }: Pick<Request, 'secure'>, name: string): string {
  return secure ? `__Host-${name}` : name;
}
