import type { StorefrontPayment } from '@pgw/protocol';
import type { ReactiveController, ReactiveControllerHost } from '../reactive-element.ts';
import { readPayment } from '../answers.ts';
import { ask, type Fetcher } from '../ask.ts';
import { longerThanUsualMs, maySafelyCloseMs, nextAskMs, type Patience } from '../polling.ts';

export interface StatusOptions {
  readonly fetcher: () => Fetcher;
  readonly endpoint: () => string;
  readonly onPayment: (payment: StorefrontPayment) => void;
  /** The server knows no such payment, or was asked wrongly. */
  readonly onLost: (code: string) => void;
}

/** Asks what became of a payment until the server gives a final word. Rests while the page is hidden. */
export class StatusController implements ReactiveController {
  #reference: string | null = null;
  #since = 0;
  #isAsking = false;
  /** Whether the element is in the page. */
  #isHere = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #host: ReactiveControllerHost;
  readonly #options: StatusOptions;

  constructor(host: ReactiveControllerHost, options: StatusOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  hostConnected(): void {
    this.#isHere = true;
    document.addEventListener('visibilitychange', this.#wake);
    addEventListener('online', this.#wake);
    addEventListener('pageshow', this.#wake);
    this.#wake();
  }

  hostDisconnected(): void {
    this.#isHere = false;
    document.removeEventListener('visibilitychange', this.#wake);
    removeEventListener('online', this.#wake);
    removeEventListener('pageshow', this.#wake);
    clearTimeout(this.#timer);
  }

  /** 0 to 15 s, then 1, from 2 min on 2. */
  get patience(): Patience {
    const waitedMs = Date.now() - this.#since;
    if (waitedMs < longerThanUsualMs) return 0;
    return waitedMs < maySafelyCloseMs ? 1 : 2;
  }

  /** Follows a payment from now on; asks at once. */
  follow(reference: string): void {
    this.#reference = reference;
    this.#since = Date.now();
    this.#schedule(0);
  }

  stop(): void {
    this.#reference = null;
    clearTimeout(this.#timer);
  }

  /** Asks now, because the shopper wants to know. */
  askNow(): void {
    this.#schedule(0);
  }

  /** Whether there is anything to ask, and the page in view, is seen when it is time. */
  readonly #wake = (): void => this.#schedule(0);

  #schedule(waitMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), waitMs);
  }

  async #ask(): Promise<void> {
    const reference = this.#reference;
    if (reference === null || this.#isAsking || !this.#isHere || document.visibilityState === 'hidden')
      return;
    this.#isAsking = true;
    const { endpoint, fetcher } = this.#options;
    const url = `${endpoint()}/payments/${encodeURIComponent(reference)}`;
    const answer = await ask(url, { fetcher: fetcher(), read: readPayment, limitMs: 10_000 });
    this.#isAsking = false;
    if (reference !== this.#reference) return this.#schedule(0);
    if (answer.kind === 'ok') return this.#heard(answer.body);
    if (answer.kind === 'problem' && answer.status < 500 && answer.status !== 429) {
      this.stop();
      return this.#options.onLost(answer.code);
    }
    this.#again(answer.kind === 'problem' ? answer.retryAfterMs : null);
  }

  #heard(payment: StorefrontPayment): void {
    const isFinal = payment.state !== 'pending' && payment.state !== 'refunding';
    if (isFinal) this.stop();
    else this.#again(null);
    this.#options.onPayment(payment);
  }

  #again(retryAfterMs: number | null): void {
    this.#host.requestUpdate();
    const next = nextAskMs(Date.now() - this.#since);
    if (next !== null) this.#schedule(Math.max(next, retryAfterMs ?? 0));
  }
}
