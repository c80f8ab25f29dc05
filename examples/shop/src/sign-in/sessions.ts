import { createHash, scryptSync } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { RequestHandler } from 'express';
import session, { Store, type SessionData } from 'express-session';
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
  readonly database: DatabaseSync;
  /**
   * The key that signs the cookies is derived from the names and passwords. A change of one therefore ends all
   * sessions.
   */
  readonly clerks: readonly Clerk[];
  /** True to send the cookie only over HTTPS. A reverse proxy must then send `X-Forwarded-Proto`. */
  readonly isHttps: boolean;
  readonly now: () => number;
}

/** Creates the session middleware. A session ends after eight hours. The database stores the sessions. */
export function createOfficeSession({ database, clerks, isHttps, now }: SessionOptions): RequestHandler {
  database.exec(`
    CREATE TABLE IF NOT EXISTS back_office_sessions (
      id_hash TEXT PRIMARY KEY, data TEXT NOT NULL, ends_at INTEGER NOT NULL
    ) STRICT;
  `);
  return session({
    // A browser accepts a `__Host-` cookie only from this host, so a subdomain cannot set it.
    name: isHttps ? '__Host-office_session' : 'office_session',
    // An attacker could test passwords against a stolen cookie. `scrypt` makes each test slow.
    secret: scryptSync(JSON.stringify(clerks), 'office session', 32).toString('base64'),
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
  readonly #database: DatabaseSync;
  readonly #now: () => number;

  constructor(database: DatabaseSync, now: () => number) {
    super();
    this.#database = database;
    this.#now = now;
  }

  override get(id: string, done: (error: unknown, data?: SessionData | null) => void): void {
    const row = this.#database
      .prepare('SELECT data FROM back_office_sessions WHERE id_hash = ? AND ends_at > ?')
      .get(hashId(id), this.#now());
    // The type is safe, because only `set` writes this column.
    done(null, row === undefined ? null : (JSON.parse(String(row['data'])) as SessionData));
  }

  override set(id: string, data: SessionData, done?: (error?: unknown) => void): void {
    this.#database.prepare('DELETE FROM back_office_sessions WHERE ends_at <= ?').run(this.#now());
    this.#database
      .prepare('INSERT OR REPLACE INTO back_office_sessions (id_hash, data, ends_at) VALUES (?, ?, ?)')
      .run(hashId(id), JSON.stringify(data), this.#now() + sessionMs);
    done?.();
  }

  override destroy(id: string, done?: (error?: unknown) => void): void {
    this.#database.prepare('DELETE FROM back_office_sessions WHERE id_hash = ?').run(hashId(id));
    done?.();
  }
}

function hashId(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}
