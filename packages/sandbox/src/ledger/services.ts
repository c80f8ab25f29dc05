import { normalizeReference } from '@pgw/protocol';
import type { DatabaseSync } from 'node:sqlite';
import { paymentStatusNumber, refundStatusNumber } from '../catalogue/status-numbers.ts';
import { Table } from '../database/table.ts';
import type { SandboxPreset } from '../presets.ts';
import type { ActiveScenarios } from '../scenarios/active-scenarios.ts';
import { CallbackQueue } from './callback-queue.ts';
import { createIdentifiers, type IdentifierOptions, type Identifiers } from './identifiers.ts';
import { PaymentBookkeeping } from './payments/payment-bookkeeping.ts';
import { PaymentTable } from './payments/payment-table.ts';
import {
  callbackTable,
  captureTable,
  payoutTable,
  refundTable,
  savedCardTable,
  sessionTable,
  usedReferenceTable,
} from './tables.ts';
import { Journal } from './wallets/journal.ts';
import { Wallets } from './wallets/wallets.ts';

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

/** The references that merchants have used. References that differ only in letter case are equal. */
class UsedReferences extends Table<(typeof usedReferenceTable)['row']> {
  constructor(database: DatabaseSync) {
    super(database, usedReferenceTable);
  }

  has(tenantId: string, referenceCode: string): boolean {
    const parameters = { tenantId, reference: normalizeReference(referenceCode) };
    return this.count('tenantId = :tenantId AND reference = :reference', parameters) > 0;
  }

  /** Stores that a reference is used, within the caller's database transaction. Returns false when it was used before. */
  claim(tenantId: string, referenceCode: string): boolean {
    if (this.has(tenantId, referenceCode)) return false;
    this.insert({ tenantId, reference: normalizeReference(referenceCode) });
    return true;
  }
}

/** The statuses with which a payment ends without money, with the status of the interface document. */
const unpaidStatuses: Readonly<Record<number, number>> = {
  ...Object.fromEntries([0, 2, 3, 4, 5, 6, 7].map((status) => [status, status])),
  [paymentStatusNumber.userCanceled]: paymentStatusNumber.canceled,
  [paymentStatusNumber.expired]: paymentStatusNumber.canceled,
};

/** The interface document has no status of refunds in payments, so a refund has the status of its payment. */
function createWireStatus(
  { payments, journal }: { readonly payments: PaymentTable; readonly journal: Journal },
  preset: SandboxPreset | undefined,
): (subject: { readonly transactionNumber: string; readonly status: number }) => number {
  return ({ transactionNumber, status }) => {
    const payment = preset === 'document' ? payments.find(transactionNumber) : undefined;
    if (payment === undefined) return status;
    return toDocumentedStatus(payment.status, () => journal.isTaken(transactionNumber));
  };
}

/** Success only while the merchant has money of the payment. Refunds do not change it: the refund query reports them. */
function toDocumentedStatus(status: number, isMoneyTaken: () => boolean): number {
  const unpaidStatus = unpaidStatuses[status];
  if (unpaidStatus !== undefined) return unpaidStatus;
  if (isMoneyTaken()) return paymentStatusNumber.success;
  return status === refundStatusNumber.voided ? paymentStatusNumber.canceled : paymentStatusNumber.pending;
}
