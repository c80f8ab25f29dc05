import type { StartAnswer, StartRequest, StorefrontPayment } from '@pgw/protocol';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { readPayment, readStart } from '../answers.ts';
import { ask, configCodes, type Answer, type Fetcher, type Problem } from '../ask.ts';
import type { CheckoutEvent, Notice } from '../state.ts';

const startLimitMs = 30_000;
const checkAfterMs = [2000, 4000, 8000];
const defaultRateWaitMs = 60_000;

export interface PaymentOptions {
  readonly fetcher: () => Fetcher;
  readonly endpoint: () => string;
  /** The payment that the server knows for this order, when its reference is not known here. */
  readonly findOpen: () => Promise<StorefrontPayment | null>;
  readonly dispatch: (event: CheckoutEvent) => void;
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
    clearTimeout(slow);
    await this.#conclude(answer, tell);
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
      tell({ type: 'started', ...answer.body });
    } else if (answer.kind === 'problem' && !leavesDoubt(answer)) {
      this.#unanswered = null;
      await this.#explain(answer, tell);
    } else {
      this.#options.onProblem(answer.kind === 'problem' ? answer.code : answer.kind);
      if (tell({ type: 'unsure' }))
        await this.#clearUp(answer.kind === 'problem' ? answer.reference : null, tell);
    }
  }

  /** Asks three times what became of a request whose answer was lost; then Pay is live again. */
  async #clearUp(reference: string | null, tell: Tell): Promise<void> {
    let before = 0;
    for (const at of checkAfterMs) {
      await new Promise((resolve) => setTimeout(resolve, at - before));
      before = at;
      const found = await this.#find(reference);
      if (found !== null) {
        tell({ type: 'found', payment: found });
        return;
      }
    }
    tell({ type: 'nothing-found' });
  }

  async #explain(problem: Problem, tell: Tell): Promise<void> {
    const { code, order, reference } = problem;
    this.#options.onProblem(code);
    if (code === 'total-changed' && order !== null) tell({ type: 'total-changed', order });
    else if (configCodes.includes(code)) tell({ type: 'load-failed', cause: 'config', byPress: true });
    else if (code === 'unknown-order') tell({ type: 'load-failed', cause: 'lost', byPress: true });
    else if (problem.status === 429) slowDown(problem.retryAfterMs ?? defaultRateWaitMs, tell);
    else if (code === 'order-already-paid') {
      const payment = await this.#find(reference);
      tell(
        payment ? { type: 'result', payment } : { type: 'refused', notice: { kind: 'duplicate', reference } },
      );
    } else {
      const notice: Notice =
        code === 'duplicate-payment' ? { kind: 'duplicate', reference } : { kind: 'start' };
      tell({ type: 'refused', notice });
    }
  }

  #find(reference: string | null): Promise<StorefrontPayment | null> {
    return reference === null ? this.#options.findOpen() : this.find(reference);
  }
}

/** Passes an event on if the press it belongs to is still the newest; tells whether it was. */
type Tell = (event: CheckoutEvent) => boolean;

/** Too many tries: Pay comes back by itself. */
function slowDown(waitMs: number, tell: Tell): void {
  tell({ type: 'refused', notice: { kind: 'rate', waitMs } });
  setTimeout(() => tell({ type: 'notice-over' }), waitMs);
}

/** Answers after which the payment may exist all the same. */
function leavesDoubt({ code, status }: Problem): boolean {
  const definite = [...configCodes, 'gateway-unreachable', 'payment-refused'];
  return (
    code === 'outcome-unknown' || code === 'gateway-babble' || (status >= 500 && !definite.includes(code))
  );
}

/** 24 characters nobody can guess. */
function newAttempt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
