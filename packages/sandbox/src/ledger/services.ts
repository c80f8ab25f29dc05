import type { DatabaseSync } from 'node:sqlite';
import type { ActiveScenarios } from '../active-scenarios.ts';
import type { CallbackQueue } from './callbacks/callback-queue.ts';
import type { Identifiers } from './identifiers.ts';
import type { Journal } from './wallets/journal.ts';
import type { PaymentBookkeeping } from './payments/payment-bookkeeping.ts';
import type { PaymentTable } from './payments/payment-table.ts';
import type { Payment } from './rows.ts';
import type { RefundTable } from './refunds/refund-table.ts';
import type { SessionTable } from './payments/session-table.ts';
import type { Wallets } from './wallets/wallets.ts';

/** The tables and services that the rules of refunds, payouts and cards use. */
export interface LedgerServices extends Identifiers {
  readonly database: DatabaseSync;
  readonly journal: Journal;
  readonly wallets: Wallets;
  readonly payments: PaymentTable;
  readonly sessions: SessionTable;
  readonly refunds: RefundTable;
  readonly bookkeeping: PaymentBookkeeping;
  readonly queue: CallbackQueue;
  readonly scenarios: ActiveScenarios;
  /** Returns the status that responses and callbacks contain. */
  readonly toWireStatus: (payment: Pick<Payment, 'transactionNumber' | 'status'>) => number;
  readonly now: () => number;
  /** Called after every change that may add a deadline or a callback. */
  readonly onChange: () => void;
}

/** The reason why an operation was refused: a code of the interface, and a message with the cause. */
export interface LedgerRefusal {
  readonly code: number;
  readonly message: string;
}

export function isRefusal(result: object): result is LedgerRefusal {
  return 'code' in result && 'message' in result;
}
