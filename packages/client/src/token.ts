import { PgwError } from '@pgw/protocol';
import { tokenPattern, type Credentials } from './options.ts';

/** Where the calls of one client get their tokens. */
export interface TokenSource {
  /** A token for the next call. */
  get(): Promise<string>;
  /**
   * Another token after the gateway refused this one, or undefined when there is none to try. Many calls refused at
   * once share one authentication.
   */
  replace(refused: string): Promise<string | undefined>;
}

/** What the gateway gives for a user name and password. */
export interface IssuedToken {
  readonly accessToken: string;
  readonly expireInSeconds: number;
}

export interface TokenSourceOptions {
  readonly credentials: Credentials;
  /** Asks the gateway for a token. */
  readonly authenticate: (userName: string, password: string) => Promise<IssuedToken>;
  readonly now: () => number;
}

/** Tokens by the merchant's choice: fixed, by function, or by password. */
export function tokenSource({ credentials, authenticate, now }: TokenSourceOptions): TokenSource {
  if (typeof credentials === 'string') return fixedToken(credentials);
  if (typeof credentials === 'function') return tokenByFunction(credentials);
  const { userName, password } = credentials;
  return tokenByPassword(() => authenticate(userName, password), now);
}

function fixedToken(token: string): TokenSource {
  return { get: async () => token, replace: async () => undefined };
}

function tokenByFunction(ask: () => string | Promise<string>): TokenSource {
  const get = async (): Promise<string> => {
    let token: unknown;
    try {
      token = await ask();
    } catch (cause) {
      throw new PgwError('unauthorized', 'The credentials function threw.', { cause });
    }
    if (typeof token === 'string' && tokenPattern.test(token)) return token;
    throw new PgwError('unauthorized', 'The credentials function returned no token: expected a text.');
  };
  return {
    get,
    async replace(refused) {
      const token = await get();
      return token === refused ? undefined : token;
    },
  };
}

interface HeldToken {
  readonly value: string;
  readonly renewAt: number;
  readonly expiresAt: number;
}

/** Ahead of expiry by five minutes, or a tenth of the life of a token that lives less than fifty. */
const renewAheadMs = 5 * 60_000;

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

  const get = async (): Promise<string> => {
    if (held !== undefined && now() < held.renewAt) return held.value;
    try {
      return (await renewOnce()).value;
    } catch (error) {
      // A login that fails ahead of time costs nothing while the token still lives.
      if (held !== undefined && now() < held.expiresAt) return held.value;
      throw error;
    }
  };
  return {
    get,
    replace(refused) {
      // Another call may have replaced it already: then that one is tried.
      if (held?.value === refused) held = undefined;
      return get();
    },
  };
}
