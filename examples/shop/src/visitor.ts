import { randomUUID } from 'node:crypto';
import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';
import { cookieName } from './cookie-name.ts';

const name = 'rimba_visitor';
const visitorId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const thirtyDaysMs = 30 * 24 * 60 * 60 * 1000;

/** The visitor's id, from a cookie that cannot be guessed. Undefined before the first product is added to a bag. */
export function visitorOf(request: Pick<Request, 'headers' | 'secure'>): string | undefined {
  const id = parseCookie(request.headers.cookie ?? '')[cookieName(request, name)];
  return id !== undefined && visitorId.test(id) ? id : undefined;
}

/** The same. A visitor without a cookie gets one. Scripts can't read it, and other sites can't post with it. */
export function ensureVisitor(request: Request, response: Response): string {
  const visitor = visitorOf(request) ?? randomUUID();
  response.cookie(cookieName(request, name), visitor, {
    httpOnly: true,
    sameSite: 'lax',
    secure: request.secure,
    maxAge: thirtyDaysMs,
  });
  return visitor;
}
