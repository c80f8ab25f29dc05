import type { ServerResponse } from 'node:http';

/** How a gateway is down: connections break, HTTP 503, or no answer at all. */
export const outages = ['cut', 'http-503', 'silent'] as const;

export type Outage = (typeof outages)[number];

/** Whether a gateway is down, and what came meanwhile. */
export class OutageSwitch {
  #outage: Outage | undefined;
  #requests = 0;
  #unanswered: readonly ServerResponse[] = [];

  /** Begins an outage, or ends it. Requests that got no answer during the last one get none afterwards. */
  set(outage: Outage | undefined): void {
    this.#outage = outage;
    if (outage !== undefined) this.#requests = 0;
    for (const res of this.#unanswered) res.destroy();
    this.#unanswered = [];
  }

  /** Requests that arrived during the last outage. */
  get requests(): number {
    return this.#requests;
  }

  /** True when the gateway is down, and the request was dealt with accordingly. */
  refuses(res: ServerResponse): boolean {
    if (this.#outage === undefined) return false;
    this.#requests += 1;
    if (this.#outage === 'cut') res.destroy();
    if (this.#outage === 'http-503') res.writeHead(503).end();
    if (this.#outage === 'silent') this.#unanswered = [...this.#unanswered, res];
    return true;
  }
}
