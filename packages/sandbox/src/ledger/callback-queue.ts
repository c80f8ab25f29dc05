import { canonicalJson } from '@pgw/protocol';
import type { Misbehaviour, Scenario } from '../scenarios.ts';
import type { CallbackTable } from './callback-table.ts';

/** The data of a callback (observed C). */
export interface Told {
  readonly transactionNumber: string;
  readonly referenceCode: string;
  readonly amount: number;
  readonly currencyCode: string;
  readonly channelId: number | null;
  readonly status: number;
  readonly sessionNumber: string | null;
  readonly providerTransactionNumber: string | null;
  /** Only in a callback about a refund. The interface does not list this property; receivers keep unknown properties. */
  readonly refund?: { readonly refundNumber: string; readonly amount: number };
}

export interface Receiver {
  readonly tenantId: string;
  /** Null when the merchant receives no callbacks. */
  readonly callbackUrl: string | null;
}

export interface CallbackManner {
  /** The delay before the callback in milliseconds. */
  readonly delayMs: number;
  /** Names of the scenarios of this payment. */
  readonly own: readonly string[];
}

/** Adds callbacks to the table as the scenarios define them: none, late, twice or wrongly signed. */
export class CallbackQueue {
  readonly #table: CallbackTable;
  readonly #misbehaviour: Misbehaviour;
  readonly #now: () => number;

  constructor(table: CallbackTable, misbehaviour: Misbehaviour, now: () => number) {
    this.#table = table;
    this.#misbehaviour = misbehaviour;
    this.#now = now;
  }

  add({ callbackUrl, tenantId }: Receiver, told: Told, { delayMs, own }: CallbackManner): void {
    if (callbackUrl === null) return;
    const met: Scenario[] = this.#misbehaviour.ofCallback(own);
    if (met.some((scenario) => scenario.callback === 'never')) return;
    const lateMs = met.find((scenario) => scenario.callback === 'late')?.delayMs ?? 0;
    const callback = {
      transactionNumber: told.transactionNumber,
      tenantId,
      url: callbackUrl,
      body: callbackText(told),
      status: told.status,
      isWronglySigned: met.some((scenario) => scenario.callback === 'wrongly-signed'),
      dueAt: this.#now() + delayMs + lateMs,
    };
    this.#table.insert(callback);
    if (met.some((scenario) => scenario.callback === 'twice')) this.#table.insert(callback);
  }
}

/** The body of a callback, without the properties that are null. */
function callbackText(told: Told): string {
  return canonicalJson({
    amount: told.amount,
    channelId: told.channelId,
    currencyCode: told.currencyCode,
    referenceCode: told.referenceCode,
    status: told.status,
    transactionNumber: told.transactionNumber,
    paymentSessionNumber: told.sessionNumber,
    providerTransactionNumber: told.providerTransactionNumber,
    refundTransactionNumber: told.refund?.refundNumber ?? null,
    refundAmount: told.refund?.amount ?? null,
  });
}
