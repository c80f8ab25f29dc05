import { canonicalJson } from '@pgw/protocol/internal';
import { toDecimal } from './decimal.ts';
import type { ActiveScenarios } from '../scenarios/active-scenarios.ts';
import type { Table } from '../database/table.ts';
import type { callbackTable, QueuedCallback } from './tables.ts';

/** The data of a callback (public clients). */
export interface CallbackPayload {
  readonly transactionNumber: string;
  readonly referenceCode: string;
  readonly amount: number;
  readonly currencyCode: string;
  readonly channelId: number | null;
  readonly status: number;
  readonly sessionNumber: string | null;
  readonly providerTransactionNumber: string | null;
  /**
   * Only for the callback of a refund. The interface does not list this data. Merchants accept it, because
   * their parsers keep unknown properties.
   */
  readonly refund?: { readonly refundNumber: string; readonly amount: number };
}

export interface CallbackTarget {
  readonly tenantId: string;
  /** Null when the merchant receives no callbacks. */
  readonly callbackUrl: string | null;
}

/** When and how a callback is sent. */
export interface CallbackOptions {
  /** The delay before the callback in milliseconds. */
  readonly delayMs: number;
  /** Names of the scenarios of this payment. */
  readonly scenarios: readonly string[];
}

export interface CallbackQueueOptions {
  readonly scenarios: ActiveScenarios;
  readonly now: () => number;
  readonly toWireStatus: (payload: CallbackPayload) => number;
}

const newCallback = { state: 'waiting', tries: 0, lastResponse: null } as const;

/** Adds callbacks to the table. The active scenarios can omit, delay, repeat or wrongly sign a callback. */
export class CallbackQueue {
  readonly #table: Table<(typeof callbackTable)['row']>;
  readonly #scenarios: ActiveScenarios;
  readonly #now: () => number;
  readonly #toWireStatus: (payload: CallbackPayload) => number;

  constructor(
    table: Table<(typeof callbackTable)['row']>,
    { scenarios, now, toWireStatus }: CallbackQueueOptions,
  ) {
    this.#table = table;
    this.#scenarios = scenarios;
    this.#now = now;
    this.#toWireStatus = toWireStatus;
  }

  add(
    { callbackUrl, tenantId }: CallbackTarget,
    ledgerPayload: CallbackPayload,
    { delayMs, scenarios }: CallbackOptions,
  ): void {
    if (callbackUrl === null) return;
    const payload = { ...ledgerPayload, status: this.#toWireStatus(ledgerPayload) };
    const { channelId, transactionNumber } = payload;
    const next = this.#scenarios.nextCallbacks.get(transactionNumber);
    this.#scenarios.nextCallbacks.delete(transactionNumber);
    const callbackScenarios = this.#scenarios.use('callback', {
      channelId,
      scenarios: next === undefined ? scenarios : [...scenarios, next],
    });
    if (callbackScenarios.some((scenario) => scenario.callback === 'never')) return;
    const lateMs = callbackScenarios.find((scenario) => scenario.callback === 'late')?.delayMs ?? 0;
    const callback = {
      transactionNumber,
      tenantId,
      url: callbackUrl,
      body: toCallbackBody(payload, this.#scenarios.use('amounts', { channelId, scenarios }).length > 0),
      status: payload.status,
      isWronglySigned: callbackScenarios.some((scenario) => scenario.callback === 'wrongly-signed'),
      dueAt: this.#now() + delayMs + lateMs,
      ...newCallback,
    };
    this.#table.insert(callback);
    if (callbackScenarios.some((scenario) => scenario.callback === 'twice')) this.#table.insert(callback);
  }

  /** Adds a callback again, as a new one with the same body. */
  repeat({ id: _id, ...callback }: QueuedCallback): void {
    this.#table.insert({ ...callback, ...newCallback, dueAt: this.#now() });
  }
}

/** Returns the body of a callback. `canonicalJson` omits the properties that are null. */
function toCallbackBody(payload: CallbackPayload, hasDecimalAmounts: boolean): string {
  const toWireAmount = (amount: number): number =>
    hasDecimalAmounts ? toDecimal(amount, payload.currencyCode) : amount;
  return canonicalJson({
    amount: toWireAmount(payload.amount),
    channelId: payload.channelId,
    currencyCode: payload.currencyCode,
    referenceCode: payload.referenceCode,
    status: payload.status,
    transactionNumber: payload.transactionNumber,
    paymentSessionNumber: payload.sessionNumber,
    providerTransactionNumber: payload.providerTransactionNumber,
    refundTransactionNumber: payload.refund?.refundNumber ?? null,
    refundAmount: payload.refund === undefined ? null : toWireAmount(payload.refund.amount),
  });
}
