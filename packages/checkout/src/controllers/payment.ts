import type { CardKey, StartAnswer, StartRequest, StorefrontPayment } from '@pgw/protocol';
import type { ReactiveController, ReactiveControllerHost } from '../reactive-element.ts';
import { isOrder, isText, readPayment } from '../answers.ts';
import { ask, configCodes, type Answer, type Fetcher, type Problem } from '../ask.ts';
import type { SendCard } from '../card/send.ts';
import { readCardAnswer, readStart } from '../read-start.ts';
import type { ChoosingEvent, Notice, PayingEvent, StandingEvent } from '../state.ts';

type Told = ChoosingEvent | StandingEvent | PayingEvent;

const startLimitMs = 30_000;
const checkAfterMs = [2000, 4000, 8000];
const defaultRateWaitMs = 60_000;

export interface PaymentOptions {
  readonly fetcher: () => Fetcher;
  readonly endpoint: () => string;
  /** The payment that the server knows for this order, when its reference is not known here. */
  readonly findOpen: () => Promise<StorefrontPayment | null>;
  /** Sends the card that was typed, once its payment was started. Left out, no channel is paid by card. */
  readonly sendCard?: SendCard;
  readonly dispatch: (event: Told) => void;
  readonly onProblem: (code: string) => void;
}

/** What Pay asks for; the attempt is added here. */
export type Wanted = Omit<StartRequest, 'attempt'>;

/** Starts payments: one request a press, and after a lost answer first the question what became of it. */
export class PaymentController implements ReactiveController {
  /** The press whose answer never came: pressing again for the same thing repeats it under the same attempt. */
  #unanswered: { readonly key: string; readonly attempt: string } | null = null;
  /** Counts the presses; what an older one still reports is not passed on. */
  #run = 0;
  readonly #options: PaymentOptions;

  constructor(host: ReactiveControllerHost, options: PaymentOptions) {
    this.#options = options;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.forget();
  }

  /** Lets go of the request under way: its answer changes nothing any more. */
  forget(): void {
    this.#run += 1;
  }

  /** Sends one start request and reports what became of it as events. Never rejects. */
  async start(wanted: Wanted): Promise<void> {
    const key = JSON.stringify(wanted);
    const attempt = this.#unanswered?.key === key ? this.#unanswered.attempt : newAttempt();
    this.#unanswered = { key, attempt };
    const { endpoint, fetcher } = this.#options;
    const run = (this.#run += 1);
    const tell: Tell = (event) => {
      if (run === this.#run) this.#options.dispatch(event);
      return run === this.#run;
    };
    const slow = setTimeout(() => tell({ type: 'slow' }), 4000);
    const answer = await ask<StartAnswer>(`${endpoint()}/payments`, {
      fetcher: fetcher(),
      read: readStart,
      limitMs: startLimitMs,
      send: { ...wanted, attempt },
    });
    if (run === this.#run) await this.#conclude(answer, tell);
    clearTimeout(slow);
  }

  /** The payment by its reference, or null when the server can't say. */
  async find(reference: string): Promise<StorefrontPayment | null> {
    const { endpoint, fetcher } = this.#options;
    const url = `${endpoint()}/payments/${encodeURIComponent(reference)}`;
    const answer = await ask(url, { fetcher: fetcher(), read: readPayment, limitMs: 10_000 });
    return answer.kind === 'ok' ? answer.body : null;
  }

  async #conclude(answer: Answer<StartAnswer>, tell: Tell): Promise<void> {
    if (answer.kind === 'ok') {
      this.#unanswered = null;
      const { payment, redirect } = answer.body;
      if (redirect.type === 'card') await this.#sendCard(payment.reference, redirect.key, tell);
      else tell({ type: 'started', payment, redirect });
    } else {
      if (answer.kind === 'problem' && !leavesDoubt(answer)) this.#unanswered = null;
      await this.#failed(answer, tell, 'found', () =>
        this.#find(answer.kind === 'problem' ? referenceOf(answer) : null),
      );
    }
  }

  /** Explains a refusal; an answer that leaves doubt is asked about, by `find`. */
  async #failed(
    answer: Exclude<Answer<unknown>, { kind: 'ok' }>,
    tell: Tell,
    type: 'found' | 'result',
    find: Find,
  ): Promise<void> {
    if (answer.kind === 'problem' && !leavesDoubt(answer)) {
      await this.#explain(answer, tell);
      return;
    }
    this.#options.onProblem(answer.kind === 'problem' ? answer.code : answer.kind);
    if (tell({ type: 'unsure' })) await this.#clearUp(tell, type, find);
  }

  async #sendCard(reference: string, key: CardKey, tell: Tell): Promise<void> {
    const { endpoint, fetcher, findOpen, sendCard } = this.#options;
    const answer = await sendCard?.({
      reference,
      key,
      url: `${endpoint()}/payments/${encodeURIComponent(reference)}/card`,
      fetcher: fetcher(),
      read: readCardAnswer,
    });
    if (!answer) tell({ type: 'refused', notice: { kind: 'start' } });
    else if (answer.kind === 'ok') {
      const { payment, redirect } = answer.body;
      tell(redirect === null ? { type: 'result', payment } : { type: 'started', payment, redirect });
    } else {
      await this.#failed(answer, tell, 'result', async () => {
        const payment = await this.find(reference);
        // While its card has not arrived, the server calls no payment open: then nothing can have been charged.
        return payment?.state === 'pending' ? findOpen() : payment;
      });
    }
  }

  /** Asks three times what became of a request whose answer was lost; then Pay is live again. */
  async #clearUp(tell: Tell, type: 'found' | 'result', find: Find): Promise<void> {
    let before = 0;
    for (const at of checkAfterMs) {
      await new Promise((resolve) => setTimeout(resolve, at - before));
      before = at;
      const found = await find();
      if (found !== null) {
        tell({ type, payment: found });
        return;
      }
    }
    tell({ type: 'nothing-found' });
  }

  async #explain(problem: Problem, tell: Tell): Promise<void> {
    const { code } = problem;
    const { order } = problem.details;
    const reference = referenceOf(problem);
    this.#options.onProblem(code);
    if (code === 'total-changed' && isOrder(order)) tell({ type: 'total-changed', order });
    else if (configCodes.includes(code)) tell({ type: 'load-failed', cause: 'config', byPress: true });
    else if (code === 'unknown-order') tell({ type: 'load-failed', cause: 'lost', byPress: true });
    else if (problem.status === 429) this.#slowDown(problem.retryAfterMs || defaultRateWaitMs, tell);
    else if (code === 'card-not-supported') {
      // The form has marked its number already: there the keyboard belongs.
      tell({ type: 'refused', notice: null });
      tell({ type: 'pay', missing: 'cc-number' });
    } else if (code === 'order-already-paid') {
      const payment = await this.#find(reference);
      tell(
        payment ? { type: 'result', payment } : { type: 'refused', notice: { kind: 'duplicate', reference } },
      );
    } else {
      tell({ type: 'refused', notice: noticeOf(code, reference) });
    }
  }

  /** Too many tries: Pay comes back by itself, whatever becomes of the element meanwhile. */
  #slowDown(waitMs: number, tell: Tell): void {
    tell({ type: 'refused', notice: { kind: 'rate', waitMs } });
    setTimeout(() => this.#options.dispatch({ type: 'notice-over' }), waitMs);
  }

  #find(reference: string | null): Promise<StorefrontPayment | null> {
    return reference === null ? this.#options.findOpen() : this.find(reference);
  }
}

function noticeOf(code: string, reference: string | null): Notice {
  if (code === 'duplicate-payment') return { kind: 'duplicate', reference };
  if (code === 'payment-being-checked') return { kind: 'checking' };
  return { kind: code === 'gateway-busy' ? 'busy' : 'start' };
}

type Find = () => Promise<StorefrontPayment | null>;

/** Passes an event on if the press it belongs to is still the newest; tells whether it was. */
type Tell = (event: Told) => boolean;

/** The payment to ask about. */
function referenceOf({ details: { reference } }: Problem): string | null {
  return isText(reference) ? reference : null;
}

/** Answers after which the payment may exist all the same. */
function leavesDoubt({ code, status }: Problem): boolean {
  const definite = [...configCodes, 'gateway-unreachable', 'gateway-busy', 'payment-refused'];
  return doubtful.includes(code) || (status >= 500 && !definite.includes(code));
}

const doubtful: readonly string[] = ['outcome-unknown', 'gateway-babble', 'card-already-sent'];

/** 24 characters nobody can guess. */
function newAttempt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
