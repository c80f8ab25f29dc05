import { setTimeout as wait } from 'node:timers/promises';
import { defaultProfile, sign } from '@pgw/protocol';
import { canonicalJson, secretKey } from '@pgw/protocol/internal';
import { Agent, request } from 'undici';
import { merchant, type Transaction } from './gateway.ts';
import { callbackUrl } from '../shop/address.ts';

/** A response of the shop. The times are those of `performance.now()`, in milliseconds. */
export interface TimedResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly sentAt: number;
  readonly respondedAt: number;
}

/** A callback, signed as the gateway signs it. */
export interface SignedCallback {
  readonly reference: string;
  readonly body: string;
  readonly signature: string;
  /** Called once before the callback is sent for the first time. */
  readonly prepare?: () => Promise<void>;
}

const secret = secretKey(merchant.secretKey);

export function signCallback(transaction: Transaction): SignedCallback {
  const { reference, amount, currencyCode, transactionNumber, status } = transaction;
  const data = { referenceCode: reference, amount, currencyCode, transactionNumber, status };
  return { reference, body: canonicalJson(data), signature: sign(callbackUrl, data, secret) };
}

/**
 * Sends callbacks and the requests of returning browsers to shops on this machine. The methods resolve with
 * undefined if the connection breaks before a response arrives.
 */
export class Sender {
  readonly #agent = new Agent({
    connections: 128,
    pipelining: 1,
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
  });

  /** Delivers a callback once. */
  post(url: string, { body, signature }: SignedCallback): Promise<TimedResponse | undefined> {
    const headers = { 'content-type': 'application/json', [defaultProfile.headers.signature]: signature };
    return this.#send(`${url}/pgw/callback`, { method: 'POST', headers, body });
  }

  /** Requests the return page, as a browser does after the gateway's page. */
  returnToShop(
    url: string,
    { reference, transactionNumber }: Transaction,
  ): Promise<TimedResponse | undefined> {
    const query = new URLSearchParams({ ReferenceCode: reference, TransactionNumber: transactionNumber });
    return this.#send(`${url}/pgw/return?${query.toString()}`, { method: 'GET' });
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #send(
    url: string,
    options: { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string },
  ): Promise<TimedResponse | undefined> {
    const sentAt = performance.now();
    try {
      const { statusCode, headers, body } = await request(url, { ...options, dispatcher: this.#agent });
      await body.dump();
      const retryAfter = headers['retry-after'];
      return {
        status: statusCode,
        retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
        sentAt,
        respondedAt: performance.now(),
      };
    } catch {
      return undefined;
    }
  }
}

export interface DeliverOptions {
  readonly callbacks: readonly SignedCallback[];
  readonly sender: Sender;
  /** Addresses of the processes that accept requests now. */
  readonly urls: () => readonly string[];
  /** The number of callbacks that are sent at the same time. */
  readonly concurrency: number;
  readonly pick: (urls: readonly string[]) => string;
  /** Called for every response, and with undefined for every attempt without a response. */
  readonly onResponse: (callback: SignedCallback, response: TimedResponse | undefined) => void;
}

/** The pause between two attempts to send a callback. */
const retryPauseMs = 15;

/** Sends each callback until a 2xx response acknowledges it, as a gateway does. */
export async function deliver(options: DeliverOptions): Promise<void> {
  const { callbacks, sender, urls, concurrency, pick, onResponse } = options;
  const queue = callbacks[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (const callback of queue) {
      await callback.prepare?.();
      for (;;) {
        const openUrls = urls();
        const response = openUrls.length === 0 ? undefined : await sender.post(pick(openUrls), callback);
        if (openUrls.length > 0) onResponse(callback, response);
        if (response !== undefined && isAcknowledged(response)) break;
        await wait(retryPauseMs);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

export function isAcknowledged({ status }: TimedResponse): boolean {
  return status >= 200 && status < 300;
}
