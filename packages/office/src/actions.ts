import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/** An action of a clerk. */
export interface Action {
  /** In milliseconds since the Unix epoch. */
  readonly at: number;
  /** The name with which the clerk signed in. */
  readonly clerk: string;
  /** What the clerk requested, such as "Refund of RM 12.50". */
  readonly text: string;
  /** The reference of the payment or payout, the order id, or the transaction number. */
  readonly subject: string;
  /** The message of the error if the action failed. */
  readonly error: string | null;
}

/** The data of a new action. */
export type NewAction = Pick<Action, 'clerk' | 'text' | 'subject'> & {
  /** Identifies the form, so that a form that is sent twice is stored once. Default: a random key. */
  readonly key?: string;
};

const row = z.object({
  at: z.number(),
  clerk: z.string(),
  text: z.string(),
  subject: z.string(),
  error: z.string().nullable(),
});

/** Stores which clerk requested each action. An entry is never deleted. */
export class Actions {
  readonly #database: DatabaseSync;
  readonly #now: () => number;

  constructor(database: DatabaseSync, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** Stores an action before it runs, runs it, and stores its error. */
  async run<Result>(action: NewAction, work: () => Result | Promise<Result>): Promise<Result> {
    const { key = randomUUID(), clerk, text, subject } = action;
    this.#database
      .prepare(
        'INSERT OR IGNORE INTO back_office_actions (key, at, clerk, text, subject) VALUES (?, ?, ?, ?, ?)',
      )
      .run(key, this.#now(), clerk, text, subject);
    try {
      return await work();
    } catch (error) {
      this.#database
        .prepare('UPDATE back_office_actions SET error = ? WHERE key = ?')
        .run(error instanceof Error ? error.message : String(error), key);
      throw error;
    }
  }

  /** Returns the latest actions on all subjects, newest first. */
  listLatest(limit: number): Action[] {
    return this.#database
      .prepare(
        'SELECT at, clerk, text, subject, error FROM back_office_actions ORDER BY at DESC, rowid DESC LIMIT ?',
      )
      .all(limit)
      .map((value) => row.parse(value));
  }

  /** Returns the actions on these subjects, oldest first. */
  list(subjects: readonly string[]): Action[] {
    return this.#database
      .prepare(
        `SELECT at, clerk, text, subject, error FROM back_office_actions
         WHERE subject IN (SELECT value FROM json_each(?)) ORDER BY at, rowid`,
      )
      .all(JSON.stringify(subjects))
      .map((value) => row.parse(value));
  }
}
