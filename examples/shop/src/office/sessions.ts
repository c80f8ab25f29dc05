import { createHmac, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Request, Response } from 'express';

const cookieName = 'rimba_office';
const sessionMs = 8 * 60 * 60 * 1000;

export interface SessionOptions {
  readonly database: DatabaseSync;
  /** Another password ends every session. */
  readonly password: string;
  readonly isHttps: boolean;
  readonly now: () => number;
}

/**
 * Who is signed in to the back office. The browser holds 32 random bytes that mean nothing; the database holds only a mark
 * made of them, so that a stolen copy of it opens no session. A session ends after eight hours.
 */
export class OfficeSessions {
  readonly #options: SessionOptions;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  begin(response: Response): void {
    const { database, now } = this.#options;
    const id = randomBytes(32).toString('base64url');
    database.prepare('DELETE FROM office_sessions WHERE ends_at <= ?').run(now());
    database
      .prepare('INSERT INTO office_sessions (mark, ends_at) VALUES (?, ?)')
      .run(this.#markOf(id), now() + sessionMs);
    response.cookie(cookieName, id, { ...this.#cookie(), maxAge: sessionMs });
  }

  isOpen(request: Pick<Request, 'headers'>): boolean {
    const { database, now } = this.#options;
    const find = database.prepare('SELECT 1 FROM office_sessions WHERE mark = ? AND ends_at > ?');
    return idsOf(request).some((id) => find.get(this.#markOf(id), now()) !== undefined);
  }

  end(request: Pick<Request, 'headers'>, response: Response): void {
    const remove = this.#options.database.prepare('DELETE FROM office_sessions WHERE mark = ?');
    for (const id of idsOf(request)) remove.run(this.#markOf(id));
    response.clearCookie(cookieName, this.#cookie());
  }

  #markOf(id: string): string {
    return createHmac('sha256', this.#options.password).update(id).digest('hex');
  }

  #cookie() {
    return { path: '/office', httpOnly: true, sameSite: 'strict', secure: this.#options.isHttps } as const;
  }
}

function idsOf({ headers }: Pick<Request, 'headers'>): string[] {
  return (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .flatMap(([name, value]) => (name === cookieName && value !== undefined ? [value] : []));
}
