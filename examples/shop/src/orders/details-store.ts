import { z } from 'zod';
import type { Database } from '../database.ts';
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
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the details that the visitor entered last. Empty for a new visitor. */
  async read(visitor: string): Promise<EnteredDetails> {
    const [row] = await this.#database.query('SELECT details FROM details WHERE visitor = ?', visitor);
    return row === undefined ? {} : readEnteredDetails(JSON.parse(z.string().parse(row['details'])));
  }

  async save(visitor: string, entered: EnteredDetails): Promise<void> {
    await this.#database.query(
      `INSERT INTO details (visitor, details) VALUES (?, ?)
       ON CONFLICT (visitor) DO UPDATE SET details = excluded.details`,
      visitor,
      JSON.stringify(entered),
    );
  }
}
