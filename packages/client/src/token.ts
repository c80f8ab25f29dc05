import { PgwError, Redacted, revealed } from '@pgw/protocol';
import { tokenPattern, type HiddenCredentials } from './options.ts';

/** The tokens of a client. */
export interface TokenSource {
  /** Returns a token that is available now, or undefined when a token must be fetched. */
  held(): Redacted | undefined;
  /** Returns a token for the next request. */
  get(): Promise<Redacted>;
  /**
   * Returns a new token after the gateway refused this one, or undefined when there is none. Concurrent
   * requests share one login.
   */
  replace(refused: Redacted): Promise<Redacted | undefined>;
}

/** A token that the gateway issued for a user name and password. */
export interface IssuedToken {
  readonly accessToken: Redacted;
  readonly expireInSeconds: number;
}

export interface TokenSourceOptions {
  readonly credentials: HiddenCredentials;
  /** Fetches a token from the gateway. */
  readonly authenticate: (userName: string, password: Redacted) => Promise<IssuedToken>;
  readonly now: () => number;
}

/**
 * Creates the tokens of a client from its credentials: a fixed token, a function, or a user name and
 * password.
 */
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
    throw new PgwError('unauthorized', 'The credentials function returned no token: expected a string.');
  };
  return {
    // The function is called for every request, because it may return a newer token.
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

/**
 * A token is renewed five minutes before it expires. A token with a lifetime below 50 minutes is renewed
 * after nine tenths of its lifetime.
 */
const renewAheadMs = 5 * 60_000;
/** Delay after a failed renewal, because many failed logins could lock the account. */
const renewalDelayMs = 10_000;

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
    // While the token is valid, requests do not wait for the renewal.
    const current = held;
    renewed.catch(() => {
      if (held === current)
        held = { ...current, renewAt: Math.min(now() + renewalDelayMs, current.expiresAt) };
    });
    return current.value;
  };
  return {
    held: fresh,
    get,
    replace(refused) {
      // If another request has already replaced the token, the new token is used.
      if (held?.value === refused) held = undefined;
      return get();
    },
  };
}
