import { onTestFinished } from 'vitest';
import {
  createGatewayClient,
  type CallOptions,
  type GatewayClient,
  type GatewayClientOptions,
} from '../src/index.ts';
import { withTestOverrides, type TestOverrides } from '../src/testing.ts';
import { order, paymentRecord } from './example-data.ts';

export const secret = 'stub-secret-key';
export const token = 'stub-token-1234567890';

export const credentials = { userName: 'shop', password: 'pw-very-secret' };

/** Creates a client of a stub gateway. The client is closed when the test ends. */
export function createClient(
  baseUrl: string,
  { now, random, ...options }: Partial<GatewayClientOptions> & TestOverrides = {},
): GatewayClient {
  const clientOptions = {
    baseUrl,
    merchantId: '1001',
    secretKey: secret,
    credentials: token,
    // One attempt for each call, so that a test sees the effect of one response. Only retry.test.ts tests
    // retries.
    readAttempts: 1,
    ...options,
  };
  const client = createGatewayClient(withTestOverrides(clientOptions, { now, random }));
  onTestFinished(() => void client.close());
  return client;
}

/** Requests the payment of {@link order}. */
export function pay(
  client: GatewayClient,
  options?: CallOptions,
): ReturnType<GatewayClient['requestPayment']> {
  return client.requestPayment(order, options);
}

/** Queries the payment of {@link paymentRecord}. */
export function query(
  client: GatewayClient,
  options?: CallOptions,
): ReturnType<GatewayClient['queryPayment']> {
  const { transactionNumber } = paymentRecord;
  return client.queryPayment({ transactionNumber }, options);
}

/** Returns the error that a promise rejects with. */
export async function getRejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => throwResolved(),
    (error: unknown) => error,
  );
}

function throwResolved(): never {
  throw new Error('The promise resolved, but a rejection was expected.');
}
