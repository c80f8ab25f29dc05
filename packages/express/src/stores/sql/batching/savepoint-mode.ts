/** How long savepoints are used after a failure, because more failures are likely. */
const durationMs = 60_000;

/** Whether settlements of a batch use savepoints: for a minute after the shop's work has thrown. */
export class SavepointMode {
  #endsAt = Number.NEGATIVE_INFINITY;

  /** True while savepoints are used. */
  get isOn(): boolean {
    return performance.now() < this.#endsAt;
  }

  /** Call it when work has thrown. */
  begin(): void {
    this.#endsAt = performance.now() + durationMs;
  }
}
