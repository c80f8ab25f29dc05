import type { ServerResponse } from 'node:http';

/** The kinds of a gateway outage: connections break, HTTP 503, or no response. */
export const outages = ['cut', 'http-503', 'silent'] as const;

export type Outage = (typeof outages)[number];

/** Makes a gateway unavailable, and counts the requests during the outage. */
export class OutageSwitch {
  #outage: Outage | undefined;
  #requests = 0;
  #openResponses: readonly ServerResponse[] = [];

  /** Begins an outage, or ends it when `outage` is undefined. Closes connections that wait for a response. */
  set(outage: Outage | undefined): void {
    this.#outage = outage;
    if (outage !== undefined) this.#requests = 0;
    for (const res of this.#openResponses) res.destroy();
    this.#openResponses = [];
  }

  /** The number of requests that arrived during the last outage. */
  get requests(): number {
    return this.#requests;
  }

  /**
   * During an outage, handles the request with HTTP 503, a closed connection or no response, and returns
   * true.
   */
  interceptRequest(res: ServerResponse): boolean {
    if (this.#outage === undefined) return false;
    this.#requests += 1;
    if (this.#outage === 'cut') res.destroy();
    if (this.#outage === 'http-503') res.writeHead(503).end();
    if (this.#outage === 'silent') this.#openResponses = [...this.#openResponses, res];
    return true;
  }
}
