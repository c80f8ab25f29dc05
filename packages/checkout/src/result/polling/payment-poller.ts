import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { createPaymentUrl, readPayment, type PaymentOrStatus } from '../../api/payments.ts';
import { request, tooManyRequests, type Fetcher } from '../../api/request.ts';
import type { PendingStage } from '../../state/view.ts';
import { getNextRequestMs, getPendingStage } from './poll-schedule.ts';

/** Whether no further change of a payment is expected soon. */
export function isFinalState(state: PaymentOrStatus['state']): boolean {
  return state !== 'pending' && state !== 'refunding';
}

export interface PollOptions {
  readonly fetcher: () => Fetcher;
  readonly endpoint: () => string;
  readonly onPayment: (payment: PaymentOrStatus) => void;
  /** The server does not know the payment, or refuses the request. Return true to request it again later, or stop the poller. */
  readonly onNotFound: (code: string, reference: string) => boolean;
}

/**
 * Requests a payment until it is final. Pauses while the page is hidden. A final payment is
 * requested again when the page becomes visible, because it may be refunded.
 */
export class PaymentPoller implements ReactiveController {
  #reference: string | null = null;
  #startedAt = 0;
  #isRequesting = false;
  #isConnected = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #host: ReactiveControllerHost;
  readonly #options: PollOptions;

  constructor(host: ReactiveControllerHost, options: PollOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  hostConnected(): void {
    this.#isConnected = true;
    document.addEventListener('visibilitychange', this.requestNow);
    addEventListener('online', this.requestNow);
    addEventListener('pageshow', this.requestNow);
    this.requestNow();
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    document.removeEventListener('visibilitychange', this.requestNow);
    removeEventListener('online', this.requestNow);
    removeEventListener('pageshow', this.requestNow);
    clearTimeout(this.#timer);
  }

  get pendingStage(): PendingStage {
    return getPendingStage(Date.now() - this.#startedAt);
  }

  /** Starts to poll a payment. The first request is sent immediately, unless the payment is final. */
  start(reference: string, isFinal = false): void {
    this.#reference = reference;
    this.#startedAt = Date.now();
    clearTimeout(this.#timer);
    if (!isFinal) this.requestNow();
  }

  stop(): void {
    this.#reference = null;
    clearTimeout(this.#timer);
  }

  /** Sends a request immediately, unless the page is hidden or the element is not in the page. */
  readonly requestNow = (): void => this.#schedule(0);

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#request(), delayMs);
  }

  async #request(): Promise<void> {
    const reference = this.#reference;
    const isPaused = !this.#isConnected || document.visibilityState === 'hidden';
    if (reference === null || this.#isRequesting || isPaused) return;
    this.#isRequesting = true;
    const { endpoint, fetcher, onNotFound } = this.#options;
    const url = createPaymentUrl(endpoint(), reference);
    const response = await request(url, { fetcher: fetcher(), read: readPayment });
    this.#isRequesting = false;
    if (reference !== this.#reference) return this.requestNow();
    if (response.kind === 'ok') return this.#receive(response.body);
    const isRefused =
      response.kind === 'problem' && response.status < 500 && response.status !== tooManyRequests;
    if (isRefused && !onNotFound(response.code, reference)) return;
    this.#scheduleNext(response.kind === 'problem' ? response.retryAfterMs : null);
  }

  #receive(payment: PaymentOrStatus): void {
    const isFinal = isFinalState(payment.state);
    if (!isFinal) this.#scheduleNext(null);
    this.#options.onPayment(payment);
  }

  #scheduleNext(retryAfterMs: number | null): void {
    this.#host.requestUpdate();
    this.#schedule(Math.max(getNextRequestMs(Date.now() - this.#startedAt), retryAfterMs ?? 0));
  }
}
