import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';
import { getCookieName } from './cookie-name.ts';

const cookieBaseName = 'rimba_account';
const thirtyDaysMs = 30 * 24 * 60 * 60 * 1000;

/** A demo account. */
export interface Account {
  readonly id: string;
  readonly name: string;
}

/**
 * The customers of the demo. They have no password, so every visitor can sign in. They only demonstrate saved
 * cards. A real shop uses its own sign-in instead.
 */
export const demoAccounts: readonly Account[] = [
  { id: 'aisyah', name: 'Aisyah Rahman' },
  { id: 'daniel', name: 'Daniel Lim' },
];

/** Returns the account in the cookie. Undefined for a guest. */
export function readAccount(request: Pick<Request, 'headers' | 'secure'>): Account | undefined {
  const id = parseCookie(request.headers.cookie ?? '')[getCookieName(request, cookieBaseName)];
  return demoAccounts.find((account) => account.id === id);
}

/** Signs in to a demo account. An unknown id signs out. */
export function signIn(request: Pick<Request, 'secure'>, response: Response, id: string): void {
  const cookie = { httpOnly: true, sameSite: 'lax', secure: request.secure } as const;
  const account = demoAccounts.find((candidate) => candidate.id === id);
  if (account === undefined) response.clearCookie(getCookieName(request, cookieBaseName), cookie);
  else
    response.cookie(getCookieName(request, cookieBaseName), account.id, { ...cookie, maxAge: thirtyDaysMs });
}
