import { randomUUID } from 'node:crypto';
import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';

const cookieName = 'visitor';
const thirtyDaysMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Returns the visitor's secret from the cookie. Undefined before the first order. The secret is random, so it cannot be
 * guessed, and it is in no URL.
 */
export function readVisitor(req: Request): string | undefined {
  return parseCookie(req.headers.cookie ?? '')[cookieName];
}

/** Returns the visitor's secret, and sets or renews its cookie. Scripts cannot read the cookie. */
export function ensureVisitor(req: Request, res: Response): string {
  const visitor = readVisitor(req) ?? randomUUID();
  res.cookie(cookieName, visitor, {
    httpOnly: true,
    sameSite: 'lax',
    secure: req.secure,
    maxAge: thirtyDaysMs,
  });
  return visitor;
}
