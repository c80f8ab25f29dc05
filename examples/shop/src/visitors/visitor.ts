import { randomUUID } from 'node:crypto';
import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';
import { getCookieName } from './cookie-name.ts';

const cookieBaseName = 'rimba_visitor';
const visitorIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const thirtyDaysMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Returns the visitor's random id from the cookie. Undefined until the visitor adds the first product to the
 * bag.
 */
export function readVisitor(request: Pick<Request, 'headers' | 'secure'>): string | undefined {
  const id = parseCookie(request.headers.cookie ?? '')[getCookieName(request, cookieBaseName)];
  return id !== undefined && visitorIdPattern.test(id) ? id : undefined;
}

/**
 * Returns the visitor's id and sets or renews its cookie. Scripts cannot read the cookie. The browser does
 * not send it with a form that another site posts.
 */
export function ensureVisitor(request: Request, response: Response): string {
  const visitor = readVisitor(request) ?? randomUUID();
  response.cookie(getCookieName(request, cookieBaseName), visitor, {
    httpOnly: true,
    sameSite: 'lax',
    secure: request.secure,
    maxAge: thirtyDaysMs,
  });
  return visitor;
}
