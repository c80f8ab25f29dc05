/** How long one failure makes others likely. */
const lastsMs = 60_000;

/** Remembers for a while that the shop's work has thrown. */
export class SavepointMode {
  #endsAt = Number.NEGATIVE_INFINITY;

  get isOn(): boolean {
    return performance.now() < this.#endsAt;
  }

  begin(): void {
    this.#endsAt = performance.now() + lastsMs;
  }
}
