import type { StorefrontPayment, StorefrontSession } from '@pgw/protocol';
import type { ReactiveControllerHost } from '../reactive-element.ts';
import { resultPart } from '../result-part.ts';
import type { Patience } from '../polling.ts';
import type { Deadline, DeadlineOptions } from './deadline.ts';
import type { StatusController, StatusOptions } from './status.ts';

/**
 * What a checkout watches besides the list: the payment on screen and the order's deadline. Both come with the part that
 * is loaded later, once there is something to watch.
 */
export class FollowUp {
  #status: StatusController | null = null;
  #deadline: Deadline | null = null;
  /** What is watched; an older wish is dropped when the part is here. */
  #followed: StorefrontPayment | null = null;
  #counted: StorefrontSession | null = null;
  readonly #host: ReactiveControllerHost;
  readonly #options: StatusOptions & DeadlineOptions;

  constructor(host: ReactiveControllerHost, options: StatusOptions & DeadlineOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** How long the shopper has waited for the payment. */
  get patience(): Patience {
    return this.#status?.patience ?? 0;
  }

  /** Asks at once what became of the payment. */
  askNow(): void {
    this.#status?.askNow();
  }

  /** Follows a payment. Where the part can't be had, the element says so and offers to try again. */
  async follow(payment: StorefrontPayment): Promise<void> {
    this.#followed = payment;
    const part = await resultPart.load().catch(() => null);
    if (part === null || this.#followed !== payment) return;
    this.#status ??= new part.StatusController(this.#host, this.#options);
    this.#status.follow(payment.reference);
  }

  unfollow(): void {
    this.#followed = null;
    this.#status?.stop();
  }

  /**
   * Counts to the session's deadline, from the moment of its answer on. Where the part can't be had, nobody is warned; the server refuses what
   * comes too late all the same.
   */
  async count(session: StorefrontSession, answeredAt: number): Promise<void> {
    this.#counted = session;
    if (session.expiresAt === null) {
      this.#deadline?.stop();
      return;
    }
    const part = await resultPart.load().catch(() => null);
    if (part === null || this.#counted !== session) return;
    this.#deadline ??= new part.Deadline(this.#host, this.#options);
    this.#deadline.watch(session, answeredAt);
  }

  stopCount(): void {
    this.#counted = null;
    this.#deadline?.stop();
  }

  /** The server is to be asked about the deadline once more after a while. */
  countAgain(afterMs: number): void {
    this.#deadline?.askAgain(afterMs);
  }
}
