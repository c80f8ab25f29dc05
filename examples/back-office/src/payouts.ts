import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const request = z.object({
  method: z.enum(['bank', 'mobileNumber', 'nationalId', 'businessRegistration']),
  bankCode: z.string(),
  /** Empty when the list of banks could not be loaded. */
  bankName: z.string(),
  name: z.string(),
  /** Number of the account, of the national ID or of the business. */
  account: z.string(),
  mobile: z.string(),
  /** Sen. */
  amount: z.number(),
  currencyCode: z.string(),
  description: z.string(),
  isLocal: z.boolean(),
});

const states = ['sending', 'accepted', 'unknown', 'refused', 'not-sent'] as const;

const payoutRow = z.object({
  reference: z.string(),
  state: z.enum(states),
  request: z.string(),
  created_at: z.number(),
  transaction_number: z.string().nullable(),
  receipt_url: z.string().nullable(),
  gateway_status: z.number().nullable(),
  message: z.string().nullable(),
});

/** A payout as it was entered. */
export type PayoutRequest = z.output<typeof request>;

/** A payout as the shop recorded it. Times in milliseconds. */
export interface Payout {
  readonly reference: string;
  /**
   * `sending`: stored, the gateway has not responded. `accepted`: the gateway has it; see `gatewayStatus`. `unknown`: the
   * response was lost, so it may have been made; never sent again. `refused`, `not-sent`: no money moved.
   */
  readonly state: (typeof states)[number];
  readonly request: PayoutRequest;
  readonly createdAt: number;
  readonly transactionNumber: string | null;
  /** The gateway's receipt page. */
  readonly receiptUrl: string | null;
  /** The status in the last query. */
  readonly gatewayStatus: number | null;
  readonly message: string | null;
}

export type PayoutChange = Partial<
  Pick<Payout, 'state' | 'transactionNumber' | 'receiptUrl' | 'gatewayStatus' | 'message'>
>;

/** Longer than any request to the gateway takes: the process that sent it has ended. */
const sendingMs = 2 * 60 * 1000;

/** The payouts made in the back office, each stored before it is sent. */
export class Payouts {
  readonly #database: DatabaseSync;
  readonly #now: () => number;

  constructor(database: DatabaseSync, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** Stores a request once for each key. A form that is sent again finds its first payout, which must not be sent a second time. */
  open(key: string, wanted: PayoutRequest): { readonly payout: Payout; readonly isNew: boolean } {
    const reference = `RC-PO-${randomBytes(8).toString('hex').toUpperCase()}`;
    const { changes } = this.#database
      .prepare(
        `INSERT INTO back_office_payouts (reference, key, state, request, created_at) VALUES (?, ?, 'sending', ?, ?)
         ON CONFLICT (key) DO NOTHING`,
      )
      .run(reference, key, JSON.stringify(wanted), this.#now());
    const row = this.#database.prepare('SELECT * FROM back_office_payouts WHERE key = ?').get(key);
    return { payout: this.#read(row), isNew: Number(changes) === 1 };
  }

  /** Deletes a payout that was not sent because the form was invalid. */
  withdraw(reference: string): void {
    this.#database
      .prepare(`DELETE FROM back_office_payouts WHERE reference = ? AND state = 'sending'`)
      .run(reference);
  }

  record(payout: Payout, change: PayoutChange): void {
    const next = { ...payout, ...change };
    this.#database
      .prepare(
        `UPDATE back_office_payouts SET state = ?, transaction_number = ?, receipt_url = ?, gateway_status = ?, message = ?
         WHERE reference = ?`,
      )
      .run(
        next.state,
        next.transactionNumber,
        next.receiptUrl,
        next.gatewayStatus,
        next.message,
        payout.reference,
      );
  }

  find(reference: string): Payout | undefined {
    const row = this.#database
      .prepare('SELECT * FROM back_office_payouts WHERE reference = ?')
      .get(reference);
    return row === undefined ? undefined : this.#read(row);
  }

  /** Newest first. */
  newest(limit: number): Payout[] {
    const rows = this.#database
      .prepare('SELECT * FROM back_office_payouts ORDER BY created_at DESC, rowid DESC LIMIT ?')
      .all(limit);
    return rows.map((row) => this.#read(row));
  }

  #read(raw: unknown): Payout {
    const row = payoutRow.parse(raw);
    const isLost = row.state === 'sending' && this.#now() - row.created_at > sendingMs;
    return {
      reference: row.reference,
      state: isLost ? 'unknown' : row.state,
      request: request.parse(JSON.parse(row.request)),
      createdAt: row.created_at,
      transactionNumber: row.transaction_number,
      receiptUrl: row.receipt_url,
      gatewayStatus: row.gateway_status,
      message: row.message,
    };
  }
}
