import { readFormBody, toFieldText } from '@pgw/pages';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { HttpRequest } from '@pgw/server/http';
import type { CheckoutOfOffice } from '../options.ts';

/** The maximum size of a form, and of a form with a settlement file. */
const maxFormBytes = 64_000;
export const maxFileBytes = 20_000_000;

/** The fields of a form, and its files by their fields. */
export interface Form {
  /** The value of a field, trimmed and cut to 2,000 characters. Empty if it is missing, or is a file. */
  read(name: string): string;
  /** The content of a file. Undefined if the form has none. */
  readFile(name: string): Promise<Buffer | undefined>;
}

/** Reads the form of a request. With `maxFileBytes` for the route of a file. */
export async function readForm(request: HttpRequest, maxBytes = maxFormBytes): Promise<Form> {
  const parsed = request.parsedForm;
  if (parsed !== undefined)
    return createForm((name) => (Object.hasOwn(parsed, name) ? parsed[name] : undefined));
  const fields = await readFormBody(await request.readBody(maxBytes), request.header('content-type') ?? '');
  return createForm((name) => fields?.get(name));
}

export function createForm(get: (name: string) => unknown): Form {
  return {
    read: (name) => toFieldText(get(name)),
    readFile: async (name) => {
      const value = get(name);
      return value instanceof Blob && value.size > 0 ? Buffer.from(await value.arrayBuffer()) : undefined;
    },
  };
}

/**
 * Whether a page of the office, or the person, has sent a request. Browsers send `Sec-Fetch-Site`, which no page can set, and older ones
 * `Origin`. A request with neither is refused.
 */
export function isFromOffice(request: Pick<HttpRequest, 'header'>): boolean {
  const site = request.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = request.header('origin') ?? '';
  return URL.canParse(origin) && new URL(origin).host === request.header('host');
}

/** Creates the tokens of a clerk in an account. The key is derived from the secret of the account, so all processes have the same. */
export async function createTokens(
  { secrets }: Pick<CheckoutOfOffice['operator'], 'secrets'>,
  account: string | undefined,
  clerkId: string,
): Promise<Tokens> {
  // JSON separates the two ids, which may contain spaces.
  return new Tokens(await secrets.derive(`office ${JSON.stringify([account ?? null, clerkId])}`));
}

/** The tokens of forms and messages of one clerk. */
export class Tokens {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  /** Returns the token of the form that is sent to a path. */
  create(purpose: 'form' | 'message', text: string): string {
    return createHmac('sha256', this.#key).update(`${purpose} ${text}`).digest('base64url');
  }

  isValid(purpose: 'form' | 'message', text: string, token: string): boolean {
    const expected = Buffer.from(this.create(purpose, text));
    const given = Buffer.from(token);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  /** Adds the token to each form of a page that is sent with POST. */
  addToForms(page: string): string {
    return page.replaceAll(/<form\b[^>]*\bmethod="post"[^>]*>/g, (tag) => {
      const action = /\baction="([^"]*)"/.exec(tag)?.[1] ?? '';
      const token = this.create('form', action.replaceAll('&amp;', '&').replaceAll('&#39;', "'"));
      return `${tag}<input type="hidden" name="token" value="${token}" />`;
    });
  }
}
