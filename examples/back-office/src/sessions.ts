import { createHash, scryptSync } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { RequestHandler } from 'express';
import session, { Store, type SessionData } from 'express-session';

declare module 'express-session' {
  interface SessionData {
    isSignedIn: true;
  }
}

const sessionMs = 8 * 60 * 60 * 1000;

export interface SessionOptions {
  readonly database: DatabaseSync;
  /** The key of the cookies is derived from it, so a new password ends every session. */
  readonly password: string;
  /** Sends the cookie over HTTPS only. A proxy in front must send `X-Forwarded-Proto`. */
  readonly isHttps: boolean;
  readonly now: () => number;
}

/** Sessions of eight hours, in the database. */
export function officeSession({ database, password, isHttps, now }: SessionOptions): RequestHandler {
  return session({
    // A browser accepts `__Host-` only from this host and with the path `/`, so a sub-domain cannot set this cookie.
    name: isHttps ? '__Host-office_session' : 'office_session',
    // Slow on purpose: a stolen cookie must not help to guess the password.
    secret: scryptSync(password, 'office session', 32).toString('base64'),
    store: new DatabaseStore(database, now),
    resave: false,
    saveUninitialized: false,
    proxy: isHttps,
    cookie: { path: '/', httpOnly: true, sameSite: 'strict', secure: isHttps, maxAge: sessionMs },
  });
}

/** Stores sessions under a hash of their id, so that a copy of the database opens no session. */
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
      .get(hashOf(id), this.#now());
    // Only `set` writes this column.
    done(null, row === undefined ? null : (JSON.parse(String(row['data'])) as SessionData));
  }

  override set(id: string, data: SessionData, done?: (error?: unknown) => void): void {
    this.#database.prepare('DELETE FROM back_office_sessions WHERE ends_at <= ?').run(this.#now());
    this.#database
      .prepare('INSERT OR REPLACE INTO back_office_sessions (id_hash, data, ends_at) VALUES (?, ?, ?)')
      .run(hashOf(id), JSON.stringify(data), this.#now() + sessionMs);
    done?.();
  }

  override destroy(id: string, done?: (error?: unknown) => void): void {
    this.#database.prepare('DELETE FROM back_office_sessions WHERE id_hash = ?').run(hashOf(id));
    done?.();
  }
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}
