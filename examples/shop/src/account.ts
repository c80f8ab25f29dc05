import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';
import { cookieName } from './cookie-name.ts';

const name = 'rimba_account';
const thirtyDaysMs = 30 * 24 * 60 * 60 * 1000;

export interface Account {
  readonly id: string;
  readonly name: string;
}

/**
 * The customers of the demo. There is no password: every visitor can sign in, which is enough to show the saved cards of each
 * account. A shop that saves cards has its own sign-in here.
 */
export const demoAccounts: readonly Account[] = [
  { id: 'aisyah', name: 'Aisyah Rahman' },
  { id: 'daniel', name: 'Daniel Lim' },
];

/** The account of the cookie. Undefined for a guest. */
export function accountOf(request: Pick<Request, 'headers' | 'secure'>): Account | undefined {
  const id = parseCookie(request.headers.cookie ?? '')[cookieName(request, name)];
  return demoAccounts.find((account) => account.id === id);
}

/** Signs in to a demo account. An unknown id signs out. */
export function signIn(request: Pick<Request, 'secure'>, response: Response, id: string): void {
  const cookie = { httpOnly: true, sameSite: 'lax', secure: request.secure } as const;
  const account = demoAccounts.find((each) => each.id === id);
  if (account === undefined) response.clearCookie(cookieName(request, name), cookie);
  else response.cookie(cookieName(request, name), account.id, { ...cookie, maxAge: thirtyDaysMs });
}
