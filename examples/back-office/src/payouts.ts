import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const payoutRequestSchema = z.object({
  method: z.enum(['bank', 'mobileNumber', 'nationalId', 'businessRegistration']),
  bankCode: z.string(),
  /** Empty when the list of banks could not be loaded. */
  bankName: z.string(),
  name: z.string(),
  /** The number of the account, of the national ID or of the business registration. */
  account: z.string(),
  mobile: z.string(),
  /** In sen. */
  amount: z.number(),
  currencyCode: z.string(),
  description: z.string(),
  isLocal: z.boolean(),
});

const payoutStates = ['sending', 'accepted', 'unknown', 'refused', 'not-sent'] as const;

const payoutRow = z.object({
  reference: z.string(),
  state: z.enum(payoutStates),
  request: z.string(),
  created_at: z.number(),
  transaction_number: z.string().nullable(),
  receipt_url: z.string().nullable(),
  gateway_status: z.number().nullable(),
  message: z.string().nullable(),
});

/** The beneficiary and the amount of a payout. */
export type PayoutRequest = z.output<typeof payoutRequestSchema>;

/** A stored payout. Times are in milliseconds since the Unix epoch. */
export interface Payout {
  readonly reference: string;
  /**
   * - `sending`: the gateway has not responded yet.
   * - `accepted`: the gateway has accepted the payout. `gatewayStatus` is its result.
   * - `unknown`: the response was lost, so the payout may have been made. It is never sent again.
   * - `refused`: the gateway rejected the payout. No money moved.
   * - `not-sent`: the request was not sent. No money moved.
   */
  readonly state: (typeof payoutStates)[number];
  readonly request: PayoutRequest;
  readonly createdAt: number;
  readonly transactionNumber: string | null;
  /** The URL of the gateway's receipt page. */
  readonly receiptUrl: string | null;
  /** The payment status from the last query to the gateway. */
  readonly gatewayStatus: number | null;
  /** The message of the error when the payout failed or its response was lost. */
  readonly message: string | null;
}

/** The properties of a payout that change after it was stored. */
export type PayoutChange = Partial<
  Pick<Payout, 'state' | 'transactionNumber' | 'receiptUrl' | 'gatewayStatus' | 'message'>
>;

/** A payout that is `sending` for a longer time never gets its response: the process that sent it has ended. */
const maxSendingMs = 2 * 60 * 1000;

/** Stores the payouts of the back office. */
export class Payouts {
  readonly #database: DatabaseSync;
  readonly #now: () => number;

  constructor(database: DatabaseSync, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /**
   * Stores a new payout. If a payout with this key exists, returns it with `isNew: false`. The caller must
   * then not send it again.
   */
  create(key: string, request: PayoutRequest): { readonly payout: Payout; readonly isNew: boolean } {
    const reference = `RC-PO-${randomBytes(8).toString('hex').toUpperCase()}`;
    const { changes } = this.#database
      .prepare(
        `INSERT INTO back_office_payouts (reference, key, state, request, created_at) VALUES (?, ?, 'sending', ?, ?)
         ON CONFLICT (key) DO NOTHING`,
      )
      .run(reference, key, JSON.stringify(request), this.#now());
    const row = this.#database.prepare('SELECT * FROM back_office_payouts WHERE key = ?').get(key);
    return { payout: this.#toPayout(row), isNew: Number(changes) === 1 };
  }

  /** Deletes a payout that was not sent, because its request was invalid. */
  deleteUnsent(reference: string): void {
    this.#database
      .prepare(`DELETE FROM back_office_payouts WHERE reference = ? AND state = 'sending'`)
      .run(reference);
  }

  /** Stores changes of a payout. */
  update(payout: Payout, change: PayoutChange): void {
    const changed = { ...payout, ...change };
    this.#database
      .prepare(
        `UPDATE back_office_payouts SET state = ?, transaction_number = ?, receipt_url = ?, gateway_status = ?, message = ?
         WHERE reference = ?`,
      )
      .run(
        changed.state,
        changed.transactionNumber,
        changed.receiptUrl,
        changed.gatewayStatus,
        changed.message,
        payout.reference,
      );
  }

  /** Finds a payout by its reference. */
  find(reference: string): Payout | undefined {
    const row = this.#database
      .prepare('SELECT * FROM back_office_payouts WHERE reference = ?')
      .get(reference);
    return row === undefined ? undefined : this.#toPayout(row);
  }

  /** Returns the newest payouts, newest first. */
  list(limit: number): Payout[] {
    const rows = this.#database
      .prepare('SELECT * FROM back_office_payouts ORDER BY created_at DESC, rowid DESC LIMIT ?')
      .all(limit);
    return rows.map((row) => this.#toPayout(row));
  }

  #toPayout(raw: unknown): Payout {
    const row = payoutRow.parse(raw);
    const isTimedOut = row.state === 'sending' && this.#now() - row.created_at > maxSendingMs;
    return {
      reference: row.reference,
      state: isTimedOut ? 'unknown' : row.state,
      request: payoutRequestSchema.parse(JSON.parse(row.request)),
      createdAt: row.created_at,
      transactionNumber: row.transaction_number,
      receiptUrl: row.receipt_url,
      gatewayStatus: row.gateway_status,
      message: row.message,
    };
  }
}
