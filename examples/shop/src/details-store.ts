import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { details, type DetailsField, type TypedDetails } from './details.ts';

const fields = Object.keys(details.shape);
const typedDetails = z.record(z.string(), z.unknown()).transform((body): TypedDetails => {
  const typed: Partial<Record<DetailsField, string>> = {};
  for (const [name, value] of Object.entries(body)) {
    // Only names of the form are stored, so the key is one of them.
    if (fields.includes(name) && typeof value === 'string') typed[name as DetailsField] = value.slice(0, 500);
  }
  return typed;
});

/** The fields of the form, without any other field of the body. */
export function readTyped(body: unknown): TypedDetails {
  return typedDetails.catch({}).parse(body ?? {});
}

/** Stores the details of each visitor, so that they are entered only once. */
export class DetailsStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  read(visitor: string): TypedDetails {
    const row = this.#database.prepare('SELECT details FROM details WHERE visitor = ?').get(visitor);
    return row === undefined ? {} : readTyped(JSON.parse(z.string().parse(row['details'])));
  }

  save(visitor: string, typed: TypedDetails): void {
    this.#database
      .prepare(
        `INSERT INTO details (visitor, details) VALUES (?, ?)
         ON CONFLICT (visitor) DO UPDATE SET details = excluded.details`,
      )
      .run(visitor, JSON.stringify(typed));
  }
}
