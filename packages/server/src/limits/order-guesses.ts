import type { RequestLimitKind } from '../events/event-facts.ts';
import { CheckoutProblem } from '../model/problem.ts';
import { toNetwork, type Limiter } from './limiter.ts';

/** A process remembers at most this many networks. */
const maxGuessers = 1_000;

/** Limits guesses of orders. The count is in the store, and a request for a known order neither reads nor writes it. */
export class OrderGuesses {
  readonly #limiter: Limiter<RequestLimitKind>;
  readonly #now: () => number;
  /** When the window ends of each network that has reached the limit. */
  readonly #guessers = new Map<string, number>();

  constructor(limiter: Limiter<RequestLimitKind>, now: () => number) {
    this.#limiter = limiter;
    this.#now = now;
  }

  /** @throws CheckoutProblem `too-many-requests` when the network has guessed orders. */
  refuseGuesser(address: string): void {
    const network = toNetwork(address);
    const retryAfterMs = (this.#guessers.get(network) ?? 0) - this.#now();
    if (retryAfterMs > 0)
      throw new CheckoutProblem('too-many-requests', 'Too many requests. Try again later.', { retryAfterMs });
    this.#guessers.delete(network);
  }

  /** Counts a request for an order that the visitor may not see. */
  async count(address: string): Promise<void> {
    const network = toNetwork(address);
    try {
      await this.#limiter.count({ 'unknown-order-network': network });
    } catch (error) {
      if (!(error instanceof CheckoutProblem)) throw error;
      const [oldest] = this.#guessers.keys();
      if (oldest !== undefined && this.#guessers.size >= maxGuessers) this.#guessers.delete(oldest);
      this.#guessers.set(network, this.#now() + (error.retryAfterMs ?? 0));
    }
  }
}
