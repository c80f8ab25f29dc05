/** Savepoints are used for this time after a failure, because more failures are likely. */
const durationMs = 60_000;

/**
 * Decides whether the updates of a batch use savepoints: for a minute after work of the shop
 * that has used `tx` has thrown.
 */
export class SavepointMode {
  #endsAt = Number.NEGATIVE_INFINITY;

  /** True while savepoints are used. */
  get isOn(): boolean {
    return performance.now() < this.#endsAt;
  }

  /** Starts the use of savepoints. Call it when work has thrown. */
  begin(): void {
    this.#endsAt = performance.now() + durationMs;
  }
}
