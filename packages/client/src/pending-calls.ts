interface Waiter {
  /** The calls that the waiter still waits for. */
  readonly calls: Set<object>;
  readonly resolve: () => void;
}

/** The pending calls of a client. A call is any object. */
export class PendingCalls {
  readonly #calls = new Set<object>();
  readonly #waiters = new Set<Waiter>();

  begin(call: object): void {
    this.#calls.add(call);
  }

  end(call: object): void {
    this.#calls.delete(call);
    for (const waiter of this.#waiters) {
      waiter.calls.delete(call);
      if (waiter.calls.size > 0) continue;
      this.#waiters.delete(waiter);
      waiter.resolve();
    }
  }

  /** Resolves when all current calls have ended, with success or failure. */
  async whenEnded(): Promise<void> {
    if (this.#calls.size === 0) return;
    await new Promise<void>((resolve) => this.#waiters.add({ calls: new Set(this.#calls), resolve }));
  }
}
