import type { CardKey, StartResponse, StartRequest, StorefrontPayment } from '@pgw/protocol';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { paymentUrl, readPayment, readStart } from '../api/payments.ts';
import {
  configurationCodes,
  request,
  type ApiFailure,
  type ApiResponse,
  type Fetcher,
  type Problem,
} from '../api/request.ts';
import { isOrder, isText } from '../api/response-guards.ts';
import type { SendCard } from '../card/index.ts';
import type { FailureCause, Notice } from '../state/checkout-state.ts';
import type { PayEvent } from './reducer.ts';

const startTimeoutMs = 30_000;
const findTimeoutMs = 10_000;
const slowAfterMs = 4000;
/** When the payment is looked up after the response to Pay was lost. */
const findAfterMs = [2000, 4000, 8000];
const defaultRateLimitMs = 60_000;

/** The events that a PaymentStarter dispatches. */
export type StarterEvent =
  | PayEvent
  | { readonly type: 'result'; readonly payment: StorefrontPayment }
  | { readonly type: 'load-failed'; readonly cause: FailureCause; readonly isUserInitiated: true };

export interface StartOptions {
  readonly fetcher: () => Fetcher;
  readonly endpoint: () => string;
  /** The payment that the server has for this order; used if its reference is not known. */
  readonly findOpen: () => Promise<StorefrontPayment | null>;
  /** Sends the card, once its payment is started. */
  readonly sendCard: SendCard;
  readonly dispatch: (event: StarterEvent) => void;
  readonly onProblem: (code: string) => void;
}

/** What Pay sends; the attempt is added here. */
export type PaymentRequest = Omit<StartRequest, 'attempt'>;

/** Searches a payment whose outcome is not known. */
type Find = () => Promise<StorefrontPayment | null>;

/**
 * Dispatches an event unless a newer request has replaced the one it belongs to. Returns whether it was
 * dispatched.
 */
type DispatchIfCurrent = (event: StarterEvent) => boolean;

/**
 * Starts payments, one request for each click on Pay. After a lost response it looks for the payment before
 * Pay can be used again.
 */
export class PaymentStarter implements ReactiveController {
  /**
   * The request whose response was lost. The same request is repeated with the same attempt, so that it
   * cannot start two payments.
   */
  #ambiguous: { readonly key: string; readonly attempt: string } | null = null;
  /** Counts the requests. */
  #requestId = 0;
  readonly #options: StartOptions;

  constructor(host: ReactiveControllerHost, options: StartOptions) {
    this.#options = options;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.cancel();
  }

  /** Ignores the response to a request that is pending. */
  cancel(): void {
    this.#requestId += 1;
  }

  /** Sends the request and dispatches its outcome. Never rejects. */
  async start(payment: PaymentRequest): Promise<void> {
    const key = JSON.stringify(payment);
    const attempt = this.#ambiguous?.key === key ? this.#ambiguous.attempt : newAttempt();
    this.#ambiguous = { key, attempt };
    const { endpoint, fetcher } = this.#options;
    const requestId = (this.#requestId += 1);
    const dispatch: DispatchIfCurrent = (event) => {
      if (requestId === this.#requestId) this.#options.dispatch(event);
      return requestId === this.#requestId;
    };
    const slow = setTimeout(() => dispatch({ type: 'pay-slow' }), slowAfterMs);
    const response = await request<StartResponse>(`${endpoint()}/payments`, {
      fetcher: fetcher(),
      read: readStart,
      timeoutMs: startTimeoutMs,
      json: { ...payment, attempt },
    });
    if (requestId === this.#requestId) await this.#handle(response, dispatch);
    clearTimeout(slow);
  }

  /** The payment with this reference; null if it cannot be loaded. */
  async find(reference: string): Promise<StorefrontPayment | null> {
    const { endpoint, fetcher } = this.#options;
    const response = await request(paymentUrl(endpoint(), reference), {
      fetcher: fetcher(),
      read: readPayment,
      timeoutMs: findTimeoutMs,
    });
    return response.kind === 'ok' ? response.body : null;
  }

  async #handle(response: ApiResponse<StartResponse>, dispatch: DispatchIfCurrent): Promise<void> {
    if (response.kind === 'ok') {
      this.#ambiguous = null;
      const { payment, redirect } = response.body;
      if (redirect.type === 'card') await this.#sendCard(payment.reference, redirect.key, dispatch);
      else dispatch({ type: 'started', payment, redirect });
      return;
    }
    if (!isAmbiguous(response)) this.#ambiguous = null;
    await this.#handleFailure(response, dispatch, {
      type: 'payment-found',
      find: () => this.#findByReference(response.kind === 'problem' ? referenceOf(response) : null),
    });
  }

  /** Shows a refusal. After a failure that may have started a payment, looks for it first. */
  async #handleFailure(
    failure: ApiFailure,
    dispatch: DispatchIfCurrent,
    found: { readonly type: 'payment-found' | 'result'; readonly find: Find },
  ): Promise<void> {
    if (failure.kind === 'problem' && !isAmbiguous(failure)) return this.#refuse(failure, dispatch);
    this.#options.onProblem(failure.kind === 'problem' ? failure.code : failure.kind);
    if (!dispatch({ type: 'response-lost' })) return;
    const payment = await findRepeatedly(found.find);
    dispatch(payment === null ? { type: 'payment-not-found' } : { type: found.type, payment });
  }

  async #sendCard(reference: string, key: CardKey, dispatch: DispatchIfCurrent): Promise<void> {
    const { endpoint, fetcher, findOpen, sendCard } = this.#options;
    const response = await sendCard({ reference, key, endpoint: endpoint(), fetcher: fetcher() });
    if (response === null) dispatch({ type: 'refused', notice: { kind: 'start' } });
    else if (response.kind === 'ok') {
      const { payment, redirect } = response.body;
      dispatch(redirect === null ? { type: 'result', payment } : { type: 'started', payment, redirect });
    } else {
      const find: Find = async () => {
        const payment = await this.find(reference);
        // The server has no open payment until it has received the card: then nothing can have been charged.
        return payment?.state === 'pending' ? findOpen() : payment;
      };
      await this.#handleFailure(response, dispatch, { type: 'result', find });
    }
  }

  async #refuse(problem: Problem, dispatch: DispatchIfCurrent): Promise<void> {
    const { code, status, retryAfterMs } = problem;
    const { order } = problem.details;
    const reference = referenceOf(problem);
    const refuse = (notice: Notice | null): boolean => dispatch({ type: 'refused', notice });
    this.#options.onProblem(code);
    if (code === 'total-changed' && isOrder(order)) dispatch({ type: 'total-changed', order });
    else if (configurationCodes.includes(code))
      dispatch({ type: 'load-failed', cause: 'config', isUserInitiated: true });
    else if (code === 'unknown-order')
      dispatch({ type: 'load-failed', cause: 'not-found', isUserInitiated: true });
    else if (status === 429) this.#limitRate(retryAfterMs || defaultRateLimitMs, dispatch);
    else if (code === 'card-not-supported') {
      // The form has marked the number of the card; the focus moves to it.
      refuse(null);
      dispatch({ type: 'pay', missing: 'cc-number' });
    } else if (code === 'order-already-paid') {
      const payment = await this.#findByReference(reference);
      if (payment !== null) dispatch({ type: 'result', payment });
      else refuse({ kind: 'duplicate', reference });
    } else refuse(noticeOf(code, reference));
  }

  /**
   * After too many requests, Pay can be used again when the time is over, even if the element was moved in
   * the meantime.
   */
  #limitRate(waitMs: number, dispatch: DispatchIfCurrent): void {
    dispatch({ type: 'refused', notice: { kind: 'rate', waitMs } });
    setTimeout(() => this.#options.dispatch({ type: 'notice-expired' }), waitMs);
  }

  #findByReference(reference: string | null): Promise<StorefrontPayment | null> {
    return reference === null ? this.#options.findOpen() : this.find(reference);
  }
}

function noticeOf(code: string, reference: string | null): Notice {
  if (code === 'duplicate-payment') return { kind: 'duplicate', reference };
  if (code === 'payment-being-checked') return { kind: 'checking' };
  if (code === 'too-many-payments') return { kind: 'too-many' };
  return { kind: code === 'gateway-busy' ? 'busy' : 'start' };
}

async function findRepeatedly(find: Find): Promise<StorefrontPayment | null> {
  let elapsedMs = 0;
  for (const afterMs of findAfterMs) {
    const delayMs = afterMs - elapsedMs;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    elapsedMs = afterMs;
    const payment = await find();
    if (payment !== null) return payment;
  }
  return null;
}

/** The reference of the payment that a problem is about. */
function referenceOf({ details: { reference } }: Problem): string | null {
  return isText(reference) ? reference : null;
}

/** Whether the request may have started a payment although it failed. */
function isAmbiguous(failure: ApiFailure): boolean {
  if (failure.kind !== 'problem') return true;
  const { code, status } = failure;
  const definite = [...configurationCodes, 'gateway-unreachable', 'gateway-busy', 'payment-refused'];
  return ambiguousCodes.includes(code) || (status >= 500 && !definite.includes(code));
}

const ambiguousCodes: readonly string[] = [
  'outcome-unknown',
  'invalid-gateway-response',
  'card-already-sent',
];

/** 24 characters that cannot be guessed. */
function newAttempt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
