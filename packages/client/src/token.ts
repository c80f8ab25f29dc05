import { PgwError, Redacted, revealed } from '@pgw/protocol';
import { tokenPattern, type HiddenCredentials } from './options.ts';

/** Where the calls of one client get their tokens. */
export interface TokenSource {
  /** A token that may be used right now, without asking anyone; undefined when one has to be asked for. */
  held(): Redacted | undefined;
  /** A token for the next call. */
  get(): Promise<Redacted>;
  /**
   * Another token after the gateway refused this one, or undefined when there is none to try. Many calls refused at
   * once share one authentication.
   */
  replace(refused: Redacted): Promise<Redacted | undefined>;
}

/** What the gateway gives for a user name and password. */
export interface IssuedToken {
  readonly accessToken: Redacted;
  readonly expireInSeconds: number;
}

export interface TokenSourceOptions {
  readonly credentials: HiddenCredentials;
  /** Asks the gateway for a token. */
  readonly authenticate: (userName: string, password: Redacted) => Promise<IssuedToken>;
  readonly now: () => number;
}

/** Tokens by the merchant's choice: fixed, by function, or by password. */
export function tokenSource({ credentials, authenticate, now }: TokenSourceOptions): TokenSource {
  if (credentials instanceof Redacted) return fixedToken(credentials);
  if (typeof credentials === 'function') return tokenByFunction(credentials);
  const { userName, password } = credentials;
  return tokenByPassword(() => authenticate(userName, password), now);
}

function fixedToken(token: Redacted): TokenSource {
  return { held: () => token, get: async () => token, replace: async () => undefined };
}

function tokenByFunction(fetchToken: Extract<HiddenCredentials, (...args: never[]) => unknown>): TokenSource {
  const get = async (): Promise<Redacted> => {
    let token: unknown;
    try {
      token = revealed(await fetchToken());
    } catch (cause) {
      throw new PgwError('unauthorized', 'The credentials function threw.', { cause });
    }
    if (typeof token === 'string' && tokenPattern.test(token)) return new Redacted(token);
    throw new PgwError('unauthorized', 'The credentials function returned no token: expected a text.');
  };
  return {
    // The merchant's function is asked before every call: it may know of a newer token.
    held: () => undefined,
    get,
    async replace(refused) {
      const token = await get();
      return token.reveal() === refused.reveal() ? undefined : token;
    },
  };
}

interface HeldToken {
  readonly value: Redacted;
  readonly renewAt: number;
  readonly expiresAt: number;
}

/** Ahead of expiry by five minutes, or a tenth of the life of a token that lives less than fifty. */
const renewAheadMs = 5 * 60_000;
/** After a login that failed ahead of time: many in a row would lock the account. */
const againMs = 10_000;

function tokenByPassword(authenticate: () => Promise<IssuedToken>, now: () => number): TokenSource {
  let held: HeldToken | undefined;
  let running: Promise<HeldToken> | undefined;

  const renew = async (): Promise<HeldToken> => {
    const { accessToken, expireInSeconds } = await authenticate();
    const lifeMs = expireInSeconds * 1000;
    const expiresAt = now() + lifeMs;
    held = { value: accessToken, expiresAt, renewAt: expiresAt - Math.min(renewAheadMs, lifeMs / 10) };
    return held;
  };
  const renewOnce = (): Promise<HeldToken> =>
    (running ??= renew().finally(() => {
      running = undefined;
    }));

  const fresh = (): Redacted | undefined =>
    held !== undefined && now() < held.renewAt ? held.value : undefined;
  const get = async (): Promise<Redacted> => {
    const known = fresh();
    if (known !== undefined) return known;
    const renewed = renewOnce();
    if (held === undefined || now() >= held.expiresAt) return (await renewed).value;
    // Ahead of time no call waits for the login: one that fails or stalls costs nothing while the token still lives.
    const living = held;
    renewed.catch(() => {
      if (held === living) held = { ...living, renewAt: Math.min(now() + againMs, living.expiresAt) };
    });
    return living.value;
  };
  return {
    held: fresh,
    get,
    replace(refused) {
      // Another call may have replaced it already: then that one is tried.
      if (held?.value === refused) held = undefined;
      return get();
    },
  };
}
