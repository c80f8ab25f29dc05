import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { detailsSchema, type DetailsField, type EnteredDetails } from './details.ts';

// The type is safe, because the schema has no other keys.
const fieldNames = Object.keys(detailsSchema.shape) as DetailsField[];
const bodySchema = z.record(z.string(), z.unknown()).catch({});

/** Reads the fields of the form, each cut to 500 characters. Other fields of the body are ignored. */
export function readEnteredDetails(body: unknown): EnteredDetails {
  const fields = bodySchema.parse(body ?? {});
  const entered: Partial<Record<DetailsField, string>> = {};
  for (const name of fieldNames) {
    const value = fields[name];
    if (typeof value === 'string') entered[name] = value.slice(0, 500);
  }
  return entered;
}

/** Stores the details of each visitor, so that the visitor enters them only once. */
export class DetailsStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Returns the details that the visitor entered last. Empty for a new visitor. */
  read(visitor: string): EnteredDetails {
    const row = this.#database.prepare('SELECT details FROM details WHERE visitor = ?').get(visitor);
    return row === undefined ? {} : readEnteredDetails(JSON.parse(z.string().parse(row['details'])));
  }

  save(visitor: string, entered: EnteredDetails): void {
    this.#database
      .prepare(
        `INSERT INTO details (visitor, details) VALUES (?, ?)
         ON CONFLICT (visitor) DO UPDATE SET details = excluded.details`,
      )
      .run(visitor, JSON.stringify(entered));
  }
}
