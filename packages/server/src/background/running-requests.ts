/** Counts running requests. */
export class RunningRequests {
  #count = 0;
  #isClosing = false;
  #onIdle: (() => void) | undefined;

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Counts a request until its response has ended. */
  admit(request: { onClose(listener: () => void): void }): boolean {
    if (this.#isClosing) return false;
    this.#count += 1;
    request.onClose(() => {
      this.#count -= 1;
      if (this.#count === 0) this.#onIdle?.();
    });
    return true;
  }

  /** Stops admitting requests. Resolves when no request is running, or after `timeoutMs` milliseconds. */
  async close(timeoutMs: number): Promise<void> {
    this.#isClosing = true;
    if (this.#count === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#onIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
