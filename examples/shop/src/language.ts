import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';
import { english, languages, type Language } from './languages/index.ts';

const cookieName = 'rimba_language';
const oneYearMs = 365 * 24 * 60 * 60 * 1000;

/** The language that the visitor has chosen, otherwise the best one by `Accept-Language`. */
export function languageOf(request: Pick<Request, 'headers' | 'acceptsLanguages'>): Language {
  const chosen = parseCookie(request.headers.cookie ?? '')[cookieName];
  const accepted = request.acceptsLanguages(languages.map(({ id }) => id));
  return find(chosen) ?? find(accepted || undefined) ?? english;
}

/** Keeps the choice in a cookie. An unknown language changes nothing. */
export function chooseLanguage(request: Pick<Request, 'secure'>, response: Response, id: string): void {
  const language = find(id);
  if (language === undefined) return;
  response.cookie(cookieName, language.id, {
    httpOnly: true,
    sameSite: 'lax',
    secure: request.secure,
    maxAge: oneYearMs,
  });
}

function find(id: string | undefined): Language | undefined {
  return languages.find((language) => language.id === id);
}
