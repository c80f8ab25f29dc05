import type { DatabaseSync } from 'node:sqlite';
import type { ActiveScenarios } from '../scenarios/active-scenarios.ts';
import { Table } from '../database/table.ts';
import { CallbackQueue } from './callback-queue.ts';
import { createIdentifiers, type IdentifierOptions, type Identifiers } from './identifiers.ts';
import { PaymentBookkeeping } from './payments/payment-bookkeeping.ts';
import { PaymentTable } from './payments/payment-table.ts';
import { createWireStatus } from './payments/wire-status.ts';
import type { SandboxPreset } from '../presets.ts';
import {
  callbackTable,
  captureTable,
  payoutTable,
  refundTable,
  savedCardTable,
  sessionTable,
} from './tables.ts';
import { UsedReferences } from './used-references.ts';
import { Journal } from './wallets/journal.ts';
import { Wallets } from './wallets/wallets.ts';

/** The options of a ledger. */
export interface LedgerOptions extends IdentifierOptions {
  readonly database: DatabaseSync;
  readonly scenarios: ActiveScenarios;
  /** Default `observed`. */
  readonly preset?: SandboxPreset | undefined;
  /** Called after every change that may add a deadline or a callback. */
  readonly onChange: () => void;
  /** See the options of `createSandbox`. */
  readonly refundDelayMs?: number | undefined;
  readonly payoutDelayMs?: number | undefined;
  readonly authorizationLifetimeMs?: number | undefined;
}

/** The tables and services that the rules of payments, refunds, payouts and cards use. */
export interface LedgerServices extends LedgerOptions, Identifiers {
  readonly journal: Journal;
  readonly refunds: Table<typeof refundTable.row>;
  readonly callbacks: Table<typeof callbackTable.row>;
  readonly payments: PaymentTable;
  readonly toWireStatus: ReturnType<typeof createWireStatus>;
  readonly sessions: Table<typeof sessionTable.row>;
  readonly references: UsedReferences;
  readonly payouts: Table<typeof payoutTable.row>;
  readonly captures: Table<typeof captureTable.row>;
  readonly savedCards: Table<typeof savedCardTable.row>;
  readonly wallets: Wallets;
  readonly bookkeeping: PaymentBookkeeping;
  readonly queue: CallbackQueue;
}

export function createServices(options: LedgerOptions): LedgerServices {
  const { database, now } = options;
  const journal = new Journal(database, now);
  const refunds = new Table(database, refundTable);
  const callbacks = new Table(database, callbackTable);
  const payments = new PaymentTable(database);
  const toWireStatus = createWireStatus({ payments, journal }, options.preset);
  return {
    ...options,
    ...createIdentifiers(options),
    journal,
    refunds,
    callbacks,
    payments,
    toWireStatus,
    sessions: new Table(database, sessionTable),
    references: new UsedReferences(database),
    payouts: new Table(database, payoutTable),
    captures: new Table(database, captureTable),
    savedCards: new Table(database, savedCardTable),
    wallets: new Wallets(database, journal, now),
    bookkeeping: new PaymentBookkeeping(journal, refunds),
    queue: new CallbackQueue(callbacks, { ...options, toWireStatus }),
  };
}

/** The reason why an operation was refused: a code of the interface, and a message with the cause. */
export interface LedgerRefusal {
  readonly code: number;
  readonly message: string;
}

export function isRefusal(result: object): result is LedgerRefusal {
  return 'code' in result && 'message' in result;
}
