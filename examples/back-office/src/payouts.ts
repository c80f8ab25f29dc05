import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const request = z.object({
  method: z.enum(['bank', 'mobileNumber', 'nationalId', 'businessRegistration']),
  bankCode: z.string(),
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

const states = ['asking', 'accepted', 'unknown', 'refused', 'not-sent'] as const;

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
   * `asking`: stored, the gateway has not answered. `accepted`: the gateway has it; see `gatewayStatus`. `unknown`: the
   * answer was lost, so it may have been made; never sent again. `refused`, `not-sent`: no money moved.
   */
  readonly state: (typeof states)[number];
  readonly request: PayoutRequest;
  readonly createdAt: number;
  readonly transactionNumber: string | null;
  /** The gateway's receipt page. */
  readonly receiptUrl: string | null;
  /** Its last word when asked. */
  readonly gatewayStatus: number | null;
  readonly message: string | null;
}

export type PayoutNews = Partial<
  Pick<Payout, 'state' | 'transactionNumber' | 'receiptUrl' | 'gatewayStatus' | 'message'>
>;

/** Longer than any call to the gateway takes: whoever was asking then has crashed. */
const askingMs = 2 * 60 * 1000;

/** The payouts made in the back office, each stored before the gateway is asked. */
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
        `INSERT INTO back_office_payouts (reference, key, state, request, created_at) VALUES (?, ?, 'asking', ?, ?)
         ON CONFLICT (key) DO NOTHING`,
      )
      .run(reference, key, JSON.stringify(wanted), this.#now());
    const row = this.#database.prepare('SELECT * FROM back_office_payouts WHERE key = ?').get(key);
    return { payout: this.#read(row), isNew: Number(changes) === 1 };
  }

  /** Forgets a payout that was never sent because the form was wrong. */
  withdraw(reference: string): void {
    this.#database
      .prepare(`DELETE FROM back_office_payouts WHERE reference = ? AND state = 'asking'`)
      .run(reference);
  }

  record(payout: Payout, news: PayoutNews): void {
    const next = { ...payout, ...news };
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
    const isLost = row.state === 'asking' && this.#now() - row.created_at > askingMs;
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
