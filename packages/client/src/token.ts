import { PgwError, Redacted } from '@pgw/protocol';
import { revealAll } from '@pgw/protocol/internal';
import { tokenPattern, type ParsedOptions } from './options.ts';

export interface TokenSource {
  /** Returns the cached token. Returns undefined when the client must fetch a token. */
  getCachedToken(): Redacted | undefined;
  get(): Promise<Redacted>;
  /**
   * Returns a new token after the gateway refused this token. Returns undefined when no other token is
   * available. Concurrent requests share one login.
   */
  replace(refused: Redacted): Promise<Redacted | undefined>;
}

export interface IssuedToken {
  readonly accessToken: Redacted;
  readonly expireInSeconds: number;
}

export interface TokenSourceOptions {
  readonly credentials: ParsedOptions['credentials'];
  readonly authenticate: (userName: string, password: Redacted) => Promise<IssuedToken>;
  readonly now: () => number;
}

export function createTokenSource({ credentials, authenticate, now }: TokenSourceOptions): TokenSource {
  if (credentials instanceof Redacted) return createFixedTokenSource(credentials);
  if (typeof credentials === 'function') return createFunctionTokenSource(credentials);
  const { userName, password } = credentials;
  return createLoginTokenSource(() => authenticate(userName, password), now);
}

function createFixedTokenSource(token: Redacted): TokenSource {
  return { getCachedToken: () => token, get: async () => token, replace: async () => undefined };
}

function createFunctionTokenSource(
  fetchToken: Extract<ParsedOptions['credentials'], (...args: never[]) => unknown>,
): TokenSource {
  const get = async (): Promise<Redacted> => {
    let token: unknown;
    try {
      token = revealAll(await fetchToken());
    } catch (cause) {
      throw new PgwError('unauthorized', 'The credentials function threw.', { cause });
    }
    if (typeof token === 'string' && tokenPattern.test(token)) return new Redacted(token);
    throw new PgwError('unauthorized', 'The credentials function returned no token: expected a string.');
  };
  return {
    // The function is called for every request, because it may return a newer token.
    getCachedToken: () => undefined,
    get,
    async replace(refused) {
      const token = await get();
      return token.reveal() === refused.reveal() ? undefined : token;
    },
  };
}

interface CachedToken {
  readonly value: Redacted;
  readonly renewAt: number;
  readonly expiresAt: number;
}

/** A token with a lifetime of less than 50 minutes is renewed after nine tenths of its lifetime instead. */
const renewBeforeExpiryMs = 5 * 60_000;
/** The delay after a failed renewal. Many failed logins could lock the account. */
const retryDelayMs = 10_000;

function createLoginTokenSource(authenticate: () => Promise<IssuedToken>, now: () => number): TokenSource {
  let cached: CachedToken | undefined;
  let pendingRenewal: Promise<CachedToken> | undefined;

  const renew = async (): Promise<CachedToken> => {
    const { accessToken, expireInSeconds } = await authenticate();
    const lifetimeMs = expireInSeconds * 1000;
    const expiresAt = now() + lifetimeMs;
    cached = {
      value: accessToken,
      expiresAt,
      renewAt: expiresAt - Math.min(renewBeforeExpiryMs, lifetimeMs / 10),
    };
    return cached;
  };
  const renewOnce = (): Promise<CachedToken> =>
    (pendingRenewal ??= renew().finally(() => {
      pendingRenewal = undefined;
    }));

  const getFreshToken = (): Redacted | undefined =>
    cached !== undefined && now() < cached.renewAt ? cached.value : undefined;
  const get = async (): Promise<Redacted> => {
    const token = getFreshToken();
    if (token !== undefined) return token;
    const renewal = renewOnce();
    if (cached === undefined || now() >= cached.expiresAt) return (await renewal).value;
    // While the token is valid, requests do not wait for the renewal.
    const current = cached;
    renewal.catch(() => {
      if (cached === current)
        cached = { ...current, renewAt: Math.min(now() + retryDelayMs, current.expiresAt) };
    });
    return current.value;
  };
  return {
    getCachedToken: getFreshToken,
    get,
    replace(refused) {
      // When another request has already replaced the token, `get` returns the new token.
      if (cached?.value === refused) cached = undefined;
      return get();
    },
  };
}
