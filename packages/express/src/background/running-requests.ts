import type { Response } from 'express';

/** Counts running requests. After `close` was called no request is admitted, and the running ones may finish. */
export class RunningRequests {
  #running = 0;
  #isClosing = false;
  #onIdle: (() => void) | undefined;

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Counts a request until its response has ended. False, and nothing counted, once closing has begun. */
  admit(res: Response): boolean {
    if (this.#isClosing) return false;
    this.#running += 1;
    res.once('close', () => {
      this.#running -= 1;
      if (this.#running === 0) this.#onIdle?.();
    });
    return true;
  }

  /** Stops admitting requests. Resolves when no request is running, or after `timeoutMs` milliseconds. */
  async close(timeoutMs: number): Promise<void> {
    this.#isClosing = true;
    if (this.#running === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#onIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
