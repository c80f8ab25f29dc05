import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clerk } from './options.ts';

/** The languages of the pages, with their names. */
export const languages = { en: 'English', ms: 'Bahasa Melayu' } as const;
export type Language = keyof typeof languages;

/** What the pages of one request share. */
export interface Scope {
  /** The path before each path of the office, with the account: `/office` or `/office/a/<account>`. */
  readonly base: string;
  readonly language: Language;
  /** Undefined for a page without a clerk. */
  readonly clerk: Clerk | undefined;
}

const scopes = new AsyncLocalStorage<Scope>();
const outside: Scope = { base: '/office', language: 'en', clerk: undefined };

export function runInScope<Result>(scope: Scope, work: () => Result): Result {
  return scopes.run(scope, work);
}

export function getScope(): Scope {
  return scopes.getStore() ?? outside;
}

/** Returns the path before each path of the office. */
export function base(): string {
  return getScope().base;
}

/** Returns the language of the pages with the country, for dates and for the document. */
export function getLocale(): string {
  return `${getScope().language}-MY`;
}

/** Whether the clerk of the request has a permission. */
export function may(verb: Clerk['may'][number]): boolean {
  return getScope().clerk?.may.includes(verb) === true;
}
