import { randomUUID } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import { publicUrl } from './settings.ts';

const cookieName = 'visitor';
const visitorPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const thirtyDays = 30 * 24 * 60 * 60;

/**
 * Returns the visitor's secret from the header `Cookie`. Undefined before the first order. The secret is random, so it
 * cannot be guessed, and it is in no URL. A cookie without the form of a secret is ignored: every browser could have an
 * empty one.
 */
export function readVisitor(cookies: string | null | undefined): string | undefined {
  const visitor = parseCookie(cookies ?? '')[cookieName];
  return visitor !== undefined && visitorPattern.test(visitor) ? visitor : undefined;
}

/**
 * Returns the visitor's secret, which is new if the header `Cookie` has none, and the header `Set-Cookie` that sets or
 * renews its cookie. Scripts cannot read the cookie.
 */
export function ensureVisitor(cookies: string | null | undefined): {
  readonly visitor: string;
  readonly setCookie: string;
} {
  const visitor = readVisitor(cookies) ?? randomUUID();
  const setCookie = stringifySetCookie({
    name: cookieName,
    value: visitor,
    path: '/',
    maxAge: thirtyDays,
    secure: publicUrl.startsWith('https:'),
    httpOnly: true,
    sameSite: 'lax',
  });
  return { visitor, setCookie };
}
