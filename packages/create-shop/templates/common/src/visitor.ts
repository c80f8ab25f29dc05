import { randomUUID } from 'node:crypto';
import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';

const cookieName = 'visitor';
const visitorPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const thirtyDaysMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Returns the visitor's secret from the cookie. Undefined before the first order. The secret is random, so it cannot be
 * guessed, and it is in no URL. A cookie without the form of a secret is ignored: every browser could have an empty one.
 */
export function readVisitor(req: Request): string | undefined {
  const visitor = parseCookie(req.headers.cookie ?? '')[cookieName];
  return visitor !== undefined && visitorPattern.test(visitor) ? visitor : undefined;
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
