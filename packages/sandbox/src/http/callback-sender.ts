import { hmac, signatureMessageOfText } from '@pgw/protocol/internal';
import type { CallbackTable } from '../ledger/callbacks/callback-table.ts';
import type { QueuedCallback } from '../ledger/rows.ts';
import type { Settings } from '../options.ts';
import { isAllowedHost } from './request-source.ts';

const responseTimeoutMs = 10_000;
/** The longest delay that `setTimeout` accepts. */
const longestTimerMs = 2 ** 31 - 1;

const notSentResult = {
  isAcknowledged: false,
  response:
    'not sent: the host is neither loopback nor allowed (--callback-host <name>, option callbackHosts of createSandbox)',
};

/**
 * Sends the waiting callbacks of the table. The signature of a callback is computed from its body and from
 * the callback URL exactly as the merchant sent it. The sender repeats a callback with the delays of
 * `callbackRetryMs` until it gets a 2xx response. It does not follow redirects. Waiting callbacks are sent
 * after a restart. Callbacks to hosts that are neither loopback nor listed in `callbackHosts` are not sent,
 * because anyone who starts a payment chooses the URL.
 */
export class CallbackSender {
  readonly #table: CallbackTable;
  readonly #settings: Settings;
  readonly #closing = new AbortController();
  /** The running attempts by the id of their callback. */
  readonly #runningAttempts = new Map<
    number,
    { readonly transactionNumber: string; readonly done: Promise<void> }
  >();
  #timer: NodeJS.Timeout | undefined;

  constructor(table: CallbackTable, settings: Settings) {
    this.#table = table;
    this.#settings = settings;
  }

  /** Sends all due callbacks, and sets a timer for the next callback. */
  sendDue(): void {
    if (this.#closing.signal.aborted) return;
    const now = this.#settings.now();
    for (const callback of this.#table.listWaiting(new Set(this.#runningAttempts.keys()))) {
      // The list is sorted by `dueAt`.
      if (callback.dueAt > now) break;
      const done = this.#attempt(callback).finally(() => {
        this.#runningAttempts.delete(callback.id);
        this.sendDue();
      });
      this.#runningAttempts.set(callback.id, { transactionNumber: callback.transactionNumber, done });
    }
    this.#setTimer();
  }

  /** Resolves when the running attempts for a payment have ended, or after `limitMs`. */
  async waitForAttempts(transactionNumber: string, limitMs: number): Promise<void> {
    const attempts = [...this.#runningAttempts.values()].filter(
      (entry) => entry.transactionNumber === transactionNumber,
    );
    let timer: NodeJS.Timeout | undefined;
    const timeLimit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, limitMs);
    });
    await Promise.race([Promise.all(attempts.map((entry) => entry.done)), timeLimit]);
    clearTimeout(timer);
  }

  /** Stops sending. Running attempts are aborted and count as not acknowledged. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#closing.abort();
    await Promise.all([...this.#runningAttempts.values()].map((entry) => entry.done));
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    const next = this.#table.listWaiting(new Set(this.#runningAttempts.keys()))[0];
    if (next === undefined) return;
    const delayMs = Math.min(Math.max(next.dueAt - this.#settings.now(), 1), longestTimerMs);
    this.#timer = setTimeout(() => this.sendDue(), delayMs);
  }

  async #attempt(callback: QueuedCallback): Promise<void> {
    const isAllowed = isAllowedHost(new URL(callback.url).hostname, this.#settings.callbackHosts);
    const result = isAllowed ? await this.#send(callback) : notSentResult;
    // An attempt that was aborted by `close` is repeated after a restart.
    if (this.#closing.signal.aborted && !result.isAcknowledged) return;
    const retryMs = this.#settings.callbackRetryMs[callback.tries];
    const isRepeated = isAllowed && !result.isAcknowledged && retryMs !== undefined;
    const failedState = isRepeated ? 'waiting' : 'given-up';
    this.#table.storeResult(callback.id, {
      state: result.isAcknowledged ? 'delivered' : failedState,
      tries: callback.tries + 1,
      dueAt: isRepeated ? this.#settings.now() + retryMs : callback.dueAt,
      lastResponse: result.response,
    });
    const { transactionNumber, status, url } = callback;
    this.#settings.onCallback({ transactionNumber, status, url, attempt: callback.tries + 1, ...result });
  }

  async #send(callback: QueuedCallback): Promise<{ isAcknowledged: boolean; response: string }> {
    try {
      const response = await fetch(callback.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          [this.#settings.profile.headers.signature]: this.#sign(callback),
        },
        body: callback.body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(responseTimeoutMs)]),
      });
      await response.body?.cancel();
      return { isAcknowledged: response.ok, response: `HTTP ${response.status}` };
    } catch (error) {
      // The error of `fetch` has the reason as its cause.
      const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const message = reason instanceof Error ? reason.message : String(reason);
      return { isAcknowledged: false, response: `no response (${message})` };
    }
  }

  #sign(callback: QueuedCallback): string {
    const secretKey = this.#settings.tenants.find((tenant) => tenant.id === callback.tenantId)?.secretKey;
    // A stored callback can be of a merchant that is not in the options. It gets a wrong signature.
    const hasWrongKey = callback.isWronglySigned || secretKey === undefined;
    const key = hasWrongKey ? `wrong-${secretKey ?? 'key'}` : secretKey;
    return hmac(signatureMessageOfText(callback.url, callback.body), key);
  }
}
