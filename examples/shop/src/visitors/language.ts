import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';
import { english, languages, type Language } from '../languages/index.ts';

const cookieName = 'rimba_language';
const oneYearMs = 365 * 24 * 60 * 60 * 1000;

/** Returns the language in the visitor's cookie. Without a cookie, `Accept-Language` decides. */
export function getLanguage(request: Pick<Request, 'headers' | 'acceptsLanguages'>): Language {
  const cookieValue = parseCookie(request.headers.cookie ?? '')[cookieName];
  const accepted = request.acceptsLanguages(languages.map(({ id }) => id));
  return findLanguage(cookieValue) ?? findLanguage(accepted || undefined) ?? english;
}

/** Stores the visitor's language in a cookie. An unknown language is ignored. */
export function saveLanguage(request: Pick<Request, 'secure'>, response: Response, id: string): void {
  const language = findLanguage(id);
  if (language === undefined) return;
  response.cookie(cookieName, language.id, {
    httpOnly: true,
    sameSite: 'lax',
    secure: request.secure,
    maxAge: oneYearMs,
  });
}

function findLanguage(id: string | undefined): Language | undefined {
  return languages.find((language) => language.id === id);
}
