import { createHash, scryptSync } from 'node:crypto';
import type { RequestHandler } from 'express';
import session, { Store, type SessionData } from 'express-session';
import type { Database } from '../database.ts';
import type { Clerk } from './clerks.ts';

declare module 'express-session' {
  interface SessionData {
    /** The name of the clerk who has signed in. */
    clerk: string;
  }
}

const sessionMs = 8 * 60 * 60 * 1000;

/** The options of `createOfficeSession`. */
export interface SessionOptions {
  readonly database: Database;
  /** The key that signs the cookies: see `deriveSessionKey`. */
  readonly key: string;
  /** True to send the cookie only over HTTPS. A reverse proxy must then send `X-Forwarded-Proto`. */
  readonly isHttps: boolean;
  readonly now: () => number;
}

/**
 * Derives the key that signs the cookies from the names and passwords. A change of one therefore ends all sessions. An
 * attacker could test passwords against a stolen cookie. `scrypt` makes each test slow.
 */
export function deriveSessionKey(clerks: readonly Clerk[]): string {
  return scryptSync(JSON.stringify(clerks), 'office session', 32).toString('base64');
}

/** Creates the session middleware. A session ends after eight hours. The database stores the sessions. */
export function createOfficeSession({ database, key, isHttps, now }: SessionOptions): RequestHandler {
  return session({
    // A browser accepts a `__Host-` cookie only from this host, so a subdomain cannot set it.
    name: isHttps ? '__Host-office_session' : 'office_session',
    secret: key,
    store: new DatabaseStore(database, now),
    resave: false,
    saveUninitialized: false,
    proxy: isHttps,
    cookie: { path: '/', httpOnly: true, sameSite: 'strict', secure: isHttps, maxAge: sessionMs },
  });
}

/**
 * Stores sessions under a hash of their id. A copy of the database therefore contains no usable session id.
 */
class DatabaseStore extends Store {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    super();
    this.#database = database;
    this.#now = now;
  }

  override get(id: string, done: (error: unknown, data?: SessionData | null) => void): void {
    const sql = 'SELECT data FROM back_office_sessions WHERE id_hash = ? AND ends_at > ?';
    void this.#database.query(sql, hashId(id), this.#now()).then(
      // The type is safe, because only `set` writes this column.
      ([row]) => done(null, row === undefined ? null : (JSON.parse(String(row['data'])) as SessionData)),
      done,
    );
  }

  override set(id: string, data: SessionData, done?: (error?: unknown) => void): void {
    const [now, idHash] = [this.#now(), hashId(id)];
    const write = this.#database.transaction(function* () {
      yield ['DELETE FROM back_office_sessions WHERE ends_at <= ? OR id_hash = ?', now, idHash];
      yield [
        'INSERT INTO back_office_sessions (id_hash, data, ends_at) VALUES (?, ?, ?)',
        idHash,
        JSON.stringify(data),
        now + sessionMs,
      ];
    });
    void write.then(
      () => done?.(),
      (error: unknown) => done?.(error),
    );
  }

  override destroy(id: string, done?: (error?: unknown) => void): void {
    const sql = 'DELETE FROM back_office_sessions WHERE id_hash = ?';
    void this.#database.query(sql, hashId(id)).then(
      () => done?.(),
      (error: unknown) => done?.(error),
    );
  }
}

function hashId(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}
