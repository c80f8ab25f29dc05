import type { DatabaseSync } from 'node:sqlite';
import type { Misbehaviour } from '../scenarios.ts';
import type { CallbackQueue } from './callback-queue.ts';
import type { Journal } from './journal.ts';
import type { PaymentMoney } from './payment-money.ts';
import type { PaymentTable } from './payment-table.ts';
import type { RefundTable } from './refund-table.ts';
import type { SessionTable } from './session-table.ts';
import type { Wallets } from './wallets.ts';

/** What the rules of refunds, payouts and cards stand on. */
export interface LedgerParts {
  readonly database: DatabaseSync;
  readonly journal: Journal;
  readonly wallets: Wallets;
  readonly payments: PaymentTable;
  readonly sessions: SessionTable;
  readonly refunds: RefundTable;
  readonly money: PaymentMoney;
  readonly queue: CallbackQueue;
  readonly misbehaviour: Misbehaviour;
  readonly now: () => number;
  /** A new number of a transaction, refund or capture, in the form of known gateways. */
  readonly issueNumber: (prefix: string) => string;
  /** A text that cannot be guessed: a prefix and that many random bytes in hex. */
  readonly randomText: (prefix: string, randomBytes: number) => string;
  /** Called after a change that may bring a deadline or a callback nearer. */
  readonly onChange: () => void;
}

/** Why an operation was refused: a code of the interface, and words that name the cause. */
export interface LedgerRefusal {
  readonly code: number;
  readonly message: string;
}

export function isRefusal(result: object): result is LedgerRefusal {
  return 'code' in result && 'message' in result;
}
