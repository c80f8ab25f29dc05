/** Tracks the pending operations, so that `close` can wait for them. */
export class PendingCalls {
  /** Each pending operation, with the callback that `ended` has registered for it. */
  readonly #calls = new Map<object, (() => void) | undefined>();

  begin(call: object): void {
    this.#calls.set(call, undefined);
  }

  end(call: object): void {
    const onEnd = this.#calls.get(call);
    this.#calls.delete(call);
    onEnd?.();
  }

  /** Resolves when all current operations have ended, with success or failure. */
  async whenEnded(): Promise<void> {
    const calls = [...this.#calls.keys()];
    await Promise.all(calls.map((call) => new Promise<void>((resolve) => this.#onEnd(call, resolve))));
  }

  #onEnd(call: object, resolve: () => void): void {
    const before = this.#calls.get(call);
    this.#calls.set(call, () => {
      before?.();
      resolve();
    });
  }
}
