import { hmac, signatureMessageOfText, getErrorMessage } from '@pgw/protocol/internal';
import type { ActivityLog } from '../activity/activity-log.ts';
import type { DataOf } from '../activity/activity-row.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { QueuedCallback } from '../ledger/tables.ts';
import type { Settings } from '../options.ts';

const responseTimeoutMs = 10_000;
/** The longest delay that `setTimeout` accepts. */
const longestTimerMs = 2 ** 31 - 1;

/** The characters of a response that are recorded. */
const maxRecordedLength = 2048;

/** What happened at an attempt. */
type AttemptResult = Pick<DataOf<'callback'>, 'isAcknowledged' | 'response' | 'error' | 'durationMs'>;

const notSentResult: AttemptResult = {
  isAcknowledged: false,
  response: null,
  error:
    'not sent: the host is neither loopback nor allowed (--callback-host <name>, option callbackHosts of createSandbox)',
  durationMs: 0,
};

interface CallbackSenderServices {
  readonly table: Ledger['callbacks'];
  readonly activity: ActivityLog;
  readonly settings: Settings;
}

/**
 * Sends the waiting callbacks of the table. The signature of a callback is computed from its body and from
 * the callback URL exactly as the merchant sent it. The sender repeats a callback with the delays of
 * `callbackRetryMs` until it gets a 2xx response. It does not follow redirects. Waiting callbacks are sent
 * after a restart. Callbacks to hosts that are neither loopback nor listed in `callbackHosts` are not sent,
 * because anyone who starts a payment chooses the URL.
 */
export class CallbackSender {
  readonly #table: Ledger['callbacks'];
  readonly #settings: Settings;
  readonly #activity: ActivityLog;
  #abort = new AbortController();
  #isStopped = false;
  /** The running attempts by the id of their callback. */
  readonly #runningAttempts = new Map<
    number,
    { readonly transactionNumber: string; readonly done: Promise<void> }
  >();
  #timer: NodeJS.Timeout | undefined;

  constructor({ table, activity, settings }: CallbackSenderServices) {
    this.#table = table;
    this.#activity = activity;
    this.#settings = settings;
  }

  /** Sends all due callbacks, and sets a timer for the next callback. */
  sendDue(): void {
    if (this.#isStopped) return;
    const now = this.#settings.now();
    for (const callback of this.#listWaiting()) {
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

  /** Resolves when no attempt is running. Due callbacks have been attempted then. */
  async waitUntilIdle(): Promise<void> {
    this.sendDue();
    while (this.#runningAttempts.size > 0)
      await Promise.all([...this.#runningAttempts.values()].map((entry) => entry.done));
  }

  /** Running attempts are aborted and their results are not stored. `start` allows further attempts. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#abort.abort();
    await Promise.all([...this.#runningAttempts.values()].map((entry) => entry.done));
  }

  /** Sends callbacks again after `stop`. */
  start(): void {
    this.#abort = new AbortController();
    this.#isStopped = false;
    this.sendDue();
  }

  /** Lists the waiting callbacks without a running attempt, earliest due time first. */
  #listWaiting(): QueuedCallback[] {
    return this.#table
      .list(`state = 'waiting' ORDER BY dueAt, id`)
      .filter(({ id }) => !this.#runningAttempts.has(id));
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    const next = this.#listWaiting()[0];
    if (next === undefined) return;
    const delayMs = Math.min(Math.max(next.dueAt - this.#settings.now(), 1), longestTimerMs);
    this.#timer = setTimeout(() => this.sendDue(), delayMs);
  }

  async #attempt(callback: QueuedCallback): Promise<void> {
    const isAllowed = isAllowedHost(new URL(callback.url).hostname, this.#settings.callbackHosts);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      [this.#settings.profile.headers.signature]: this.#sign(callback),
    };
    const result = isAllowed ? await this.#send(callback, headers) : notSentResult;
    // An attempt that was aborted by `stop` is repeated after a restart.
    if (this.#isStopped && !result.isAcknowledged) return;
    const { id, transactionNumber, status, url, body, isWronglySigned } = callback;
    const attempt = callback.tries + 1;
    const retryMs = this.#settings.callbackRetryMs[callback.tries];
    const isRepeated = isAllowed && !result.isAcknowledged && retryMs !== undefined;
    const failedState = isRepeated ? 'waiting' : 'given-up';
    const response = result.response === null ? (result.error ?? '') : `HTTP ${result.response.status}`;
    const { isAcknowledged } = result;
    this.#table.change(id, {
      state: isAcknowledged ? 'delivered' : failedState,
      tries: attempt,
      dueAt: isRepeated ? this.#settings.now() + retryMs : callback.dueAt,
      lastResponse: response,
    });
    this.#activity.add({
      kind: 'callback',
      actor: 'gateway',
      subject: transactionNumber,
      data: { callbackId: id, attempt, url, headers, body, status, isWronglySigned, ...result },
    });
    this.#settings.onCallback({ transactionNumber, status, url, attempt, isAcknowledged, response });
  }

  async #send(callback: QueuedCallback, headers: Readonly<Record<string, string>>): Promise<AttemptResult> {
    const startedAt = performance.now();
    try {
      const response = await fetch(callback.url, {
        method: 'POST',
        headers,
        body: callback.body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#abort.signal, AbortSignal.timeout(responseTimeoutMs)]),
      });
      const durationMs = performance.now() - startedAt;
      const body = await readStart(response.body);
      return {
        isAcknowledged: response.ok,
        response: { status: response.status, body },
        error: null,
        durationMs,
      };
    } catch (error) {
      // The error of `fetch` has the reason as its cause.
      const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const durationMs = performance.now() - startedAt;
      const message = `no response (${getErrorMessage(reason)})`;
      return { isAcknowledged: false, response: null, error: message, durationMs };
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

/** Matches a host name or address of this machine, without port, as in the Host header or in a URL. */
const loopbackHost = /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|localhost|\[::1\])$/i;

/** Returns true when a host is a loopback host of this machine or one of `allowedHosts`. */
export function isAllowedHost(host: string, allowedHosts: readonly string[]): boolean {
  return loopbackHost.test(host) || allowedHosts.includes(host.toLowerCase());
}

/** Reads the first characters of a body, and cancels the rest. A body that ends with an error is cut off. */
async function readStart(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    // Leaving the loop cancels the stream.
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length >= maxRecordedLength) break;
    }
  } catch {
    // The status has arrived, so the attempt has a result.
  }
  return text.slice(0, maxRecordedLength);
}
