import type { CardKey, StartResponse, StartRequest, StorefrontPayment } from '@pgw/protocol';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { createPaymentUrl, hasOrder, readPayment, readStart } from '../api/payments.ts';
import { getProblemRule, mayHaveStarted } from '../api/problems.ts';
import {
  request,
  tooManyRequests,
  type ApiFailure,
  type ApiResponse,
  type Fetcher,
  type Problem,
} from '../api/request.ts';
import { isOrder, isText } from '../api/response-guards.ts';
import type { SendCard } from '../channels/index.ts';
import { delay } from '../lazy-module.ts';
import type { FailureCause, Notice } from '../state/checkout-state.ts';
import type { PayEvent } from './reducer.ts';

const slowAfterMs = 4000;
/** The delays before the requests for the payment, after the response to Pay was lost. */
const findDelaysMs = [2000, 2000, 4000];
const defaultRateLimitMs = 60_000;

/** The events that a PaymentStarter dispatches. */
export type StarterEvent =
  | PayEvent
  | { readonly type: 'result'; readonly payment: StorefrontPayment; readonly source?: 'refusal' }
  | {
      readonly type: 'load-failed';
      readonly cause: FailureCause;
      readonly isUserInitiated: true;
      readonly orderUrl?: string | null;
    };

export interface StartOptions {
  readonly fetcher: () => Fetcher;
  readonly endpoint: () => string;
  /** Loads the open payment of the order. It is used if the reference of the payment is not known. */
  readonly findOpen: Find;
  /** Sends the card after its payment was started. */
  readonly sendCard: SendCard;
  readonly dispatch: (event: StarterEvent) => void;
  readonly onProblem: (code: string) => void;
}

/** The start request without the attempt key, which `PaymentStarter` adds. */
export type PaymentRequest = Omit<StartRequest, 'attempt'>;

/** Null: there is no payment. `unknown`: the request for the payment failed. */
type Found = StorefrontPayment | null | 'unknown';

/** Loads a payment whose outcome is not known. */
type Find = () => Promise<Found>;

/** Dispatches an event of a request. Returns false without dispatching it if there is a newer request. */
type DispatchIfCurrent = (event: StarterEvent) => boolean;

/** After a lost response, the payment is requested before the shopper can press Pay again. */
export class PaymentStarter implements ReactiveController {
  /** The request whose outcome is not known. A repetition has the same attempt key, and starts no second payment. */
  #unconfirmed: { readonly body: string; readonly attempt: string } | null = null;
  /** The starts and cards of unknown outcome, by attempt or reference, with the reference of the payment or null. */
  readonly #unknownOutcomes = new Map<string, string | null>();
  /** The number of requests. Responses to older requests are ignored. */
  #requestId = 0;
  readonly #options: StartOptions;

  constructor(host: ReactiveControllerHost, options: StartOptions) {
    this.#options = options;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.cancel();
  }

  /** Ignores the response to the pending request, if there is one. */
  cancel(): void {
    this.#requestId += 1;
  }

  /** Sends the request and dispatches its outcome. Never rejects. */
  async start(payment: PaymentRequest): Promise<void> {
    const body = JSON.stringify(payment);
    const attempt = this.#unconfirmed?.body === body ? this.#unconfirmed.attempt : createAttemptKey();
    this.#unconfirmed = { body, attempt };
    const { endpoint, fetcher } = this.#options;
    const requestId = (this.#requestId += 1);
    const isRepeated = this.#unknownOutcomes.has(attempt);
    if (!isRepeated) this.#unknownOutcomes.set(attempt, null);
    const dispatch: DispatchIfCurrent = (event) => {
      if (requestId === this.#requestId) this.#options.dispatch(event);
      return requestId === this.#requestId;
    };
    const slowTimer = setTimeout(() => dispatch({ type: 'pay-slow' }), slowAfterMs);
    const response = await request<StartResponse>(`${endpoint()}/payments`, {
      fetcher: fetcher(),
      read: readStart,
      json: { ...payment, attempt },
    });
    if (response.kind === 'ok') this.#unknownOutcomes.clear();
    else if (mayHaveStarted(response)) this.#keepUnknown(attempt, response);
    // The refusal of a repeated request says nothing about the first request.
    else if (!isRepeated) this.#unknownOutcomes.delete(attempt);
    if (requestId === this.#requestId) await this.#handle(response, dispatch);
    clearTimeout(slowTimer);
  }

  /** Loads a payment, or the open payment of the order if the server sends only the state; null on a failure. */
  async find(reference: string): Promise<StorefrontPayment | null> {
    return toPayment(await this.#find(reference));
  }

  async #find(reference: string): Promise<Found> {
    const { endpoint, fetcher, findOpen } = this.#options;
    const url = createPaymentUrl(endpoint(), reference);
    const response = await request(url, { fetcher: fetcher(), read: readPayment });
    if (response.kind !== 'ok') return response.kind === 'problem' ? null : 'unknown';
    return hasOrder(response.body) ? response.body : findOpen();
  }

  async #handle(response: ApiResponse<StartResponse>, dispatch: DispatchIfCurrent): Promise<void> {
    if (response.kind === 'ok') {
      this.#unconfirmed = null;
      const { payment, redirect } = response.body;
      if (redirect.type === 'card') await this.#sendCard(payment, redirect.key, dispatch);
      else dispatch({ type: 'started', payment, redirect });
      return;
    }
    if (!mayHaveStarted(response)) this.#unconfirmed = null;
    await this.#handleFailure(response, dispatch, {
      toEvent: (payment) => ({ type: 'payment-found', payment }),
      find: () => this.#findByReference(response.kind === 'problem' ? readReference(response) : null),
    });
  }

  /** Shows a refusal. If the failed request may have started a payment, requests this payment first. */
  async #handleFailure(
    failure: ApiFailure,
    dispatch: DispatchIfCurrent,
    lookup: {
      readonly toEvent: (payment: StorefrontPayment) => StarterEvent;
      readonly find: Find;
      /** The payment whose card was sent. */
      readonly sent?: StorefrontPayment;
    },
  ): Promise<void> {
    const { sent } = lookup;
    if (failure.kind === 'problem' && !mayHaveStarted(failure))
      return this.#refuse(failure, dispatch, sent !== undefined);
    this.#options.onProblem(failure.kind === 'problem' ? failure.code : failure.kind);
    if (!dispatch({ type: 'response-lost', isCardSent: sent !== undefined })) return;
    const found = await findRepeatedly(lookup.find);
    const payment = toPayment(found);
    if (payment !== null && payment.step === undefined) this.#unknownOutcomes.clear();
    if (payment !== null) dispatch(lookup.toEvent(payment));
    // The card may be charged, although the server does not respond.
    else if (sent !== undefined && found === 'unknown')
      dispatch({ type: 'payment-found', payment: { ...sent, step: 'card-unclear' } });
    else dispatch({ type: 'payment-not-found', isOffline: isOffline(found) });
  }

  async #sendCard(sent: StorefrontPayment, key: CardKey, dispatch: DispatchIfCurrent): Promise<void> {
    const { reference } = sent;
    const { endpoint, fetcher, findOpen, sendCard } = this.#options;
    this.#unknownOutcomes.set(reference, reference);
    const response = await sendCard({ reference, key, endpoint: endpoint(), fetcher: fetcher() });
    const isKnown = response === null || response.kind === 'ok' || !mayHaveStarted(response);
    if (isKnown) this.#unknownOutcomes.delete(reference);
    if (response === null) dispatch({ type: 'refused', notice: { kind: 'start' } });
    else if (response.kind === 'ok') {
      const { payment, redirect } = response.body;
      dispatch(redirect === null ? toCardOutcome(payment) : { type: 'started', payment, redirect });
    } else {
      const find: Find = async () => {
        const found = await this.#find(reference);
        // If the server has not received the card, the order has no open payment, and nothing was charged.
        return toPayment(found)?.state === 'pending' ? findOpen() : found;
      };
      await this.#handleFailure(response, dispatch, { toEvent: toCardOutcome, find, sent });
    }
  }

  async #refuse(problem: Problem, dispatch: DispatchIfCurrent, isCard: boolean): Promise<void> {
    const { code, status, retryAfterMs, details } = problem;
    const { order, orderUrl } = details;
    const { screen, text = code, look, needsOutcome = text === code } = getProblemRule(code);
    const reference = readReference(problem);
    const refuse = (notice: Notice | null): boolean => dispatch({ type: 'refused', notice });
    this.#options.onProblem(code);
    const payment = screen === 'paid' ? toPayment(await this.#findByReference(reference)) : null;
    if (payment !== null) dispatch({ type: 'result', payment, source: 'refusal' });
    else if (screen !== undefined) {
      const url = isText(orderUrl) ? orderUrl : null;
      dispatch({ type: 'load-failed', cause: screen, isUserInitiated: true, orderUrl: url });
    } else if (code === 'total-changed' && isOrder(order)) dispatch({ type: 'total-changed', order });
    else if (code === 'unknown-order') await this.#endSession(dispatch);
    else if (code === 'card-not-supported') {
      // The form has marked the number of the card. The focus moves to this field.
      refuse(null);
      dispatch({ type: 'pay', missing: 'cc-number' });
    } else if (status === tooManyRequests)
      this.#limitRate({ kind: 'rate', waitMs: retryAfterMs || defaultRateLimitMs, isCard }, dispatch);
    else if (needsOutcome && this.#unknownOutcomes.size > 0) refuse({ kind: 'unclear' });
    else refuse({ kind: 'start', text, look, reference });
  }

  /** An earlier start may have an unknown outcome. The browser may see its payment without the session. */
  async #endSession(dispatch: DispatchIfCurrent): Promise<void> {
    const isUnknown = this.#unknownOutcomes.size > 0;
    const cause = isUnknown ? 'session-checking' : 'session-ended';
    if (!dispatch({ type: 'load-failed', cause, isUserInitiated: true })) return;
    for (const reference of this.#unknownOutcomes.values()) {
      const payment =
        reference === null ? null : toPayment(await findRepeatedly(() => this.#find(reference)));
      if (payment !== null) dispatch({ type: 'result', payment });
    }
  }

  #keepUnknown(attempt: string, failure: ApiFailure): void {
    const reference = failure.kind === 'problem' ? readReference(failure) : null;
    this.#unknownOutcomes.set(attempt, reference ?? this.#unknownOutcomes.get(attempt) ?? null);
  }

  /** Disables Pay for a time after too many requests, also if the element is moved in the page. */
  #limitRate(notice: Extract<Notice, { kind: 'rate' }>, dispatch: DispatchIfCurrent): void {
    dispatch({ type: 'refused', notice });
    setTimeout(() => this.#options.dispatch({ type: 'notice-expired' }), notice.waitMs);
  }

  #findByReference(reference: string | null): Promise<Found> {
    return reference === null ? this.#options.findOpen() : this.#find(reference);
  }
}

/** Returns the event for a card that was processed without a redirect to its bank. */
function toCardOutcome(payment: StorefrontPayment): StarterEvent {
  return { type: payment.state === 'failed' ? 'card-declined' : 'result', payment };
}

async function findRepeatedly(find: Find): Promise<Found> {
  let found: Found = null;
  for (const delayMs of findDelaysMs) {
    await delay(delayMs);
    found = await find();
    if (toPayment(found) !== null || isOffline(found)) break;
  }
  return found;
}

function toPayment(found: Found): StorefrontPayment | null {
  return found === 'unknown' ? null : found;
}

/** Whether the device is offline. `navigator.onLine` may be wrong, so a request must have failed as well. */
function isOffline(found: Found): boolean {
  return found === 'unknown' && !navigator.onLine;
}

function readReference({ details: { reference } }: Problem): string | null {
  return isText(reference) ? reference : null;
}

/** Creates a random attempt key of 24 characters. */
function createAttemptKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
