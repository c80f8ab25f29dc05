/** The pending calls of a client. A call is any object that identifies it. `close` waits until all have ended. */
export class PendingCalls {
  /** Each pending call, with the listener that `whenEnded` has added. */
  readonly #calls = new Map<object, (() => void) | undefined>();

  begin(call: object): void {
    this.#calls.set(call, undefined);
  }

  end(call: object): void {
    const onEnd = this.#calls.get(call);
    this.#calls.delete(call);
    onEnd?.();
  }

  /** Resolves when all current calls have ended, with success or failure. */
  async whenEnded(): Promise<void> {
    const calls = [...this.#calls.keys()];
    await Promise.all(calls.map((call) => new Promise<void>((resolve) => this.#onEnd(call, resolve))));
  }

  #onEnd(call: object, resolve: () => void): void {
    const previousListener = this.#calls.get(call);
    this.#calls.set(call, () => {
      previousListener?.();
      resolve();
    });
  }
}
