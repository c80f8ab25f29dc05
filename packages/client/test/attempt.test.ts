import { endpoints } from '@pgw/protocol';
import { expect, expectTypeOf, test } from 'vitest';
import { attemptNames, toOutcome } from '../src/attempt.ts';
import type { GatewayResponse, GatewayClient, Outcome } from '../src/index.ts';
import { checkoutResult, createFaultBody, order, rejectedSignature } from './example-data.ts';
import {
  findUnusedUrl,
  sendJson,
  startFixedGateway,
  startGateway,
  startTokenGateway,
  type RequestHandler,
} from './stub-gateway.ts';
import { createClient, credentials } from './test-client.ts';

/** Requests a payment from a gateway with this handler, and returns the outcome. */
async function payWith(respond: RequestHandler): Promise<Outcome<unknown>> {
  const gateway = await startGateway(respond);
  return createClient(gateway.url).attempt.requestPayment(order);
}

test('client.attempt has a method for every endpoint that is not read-only', () => {
  const writeEndpoints = Object.values(endpoints).filter(({ isReadOnly }) => !isReadOnly);
  expect(new Set(attemptNames)).toEqual(new Set(writeEndpoints.map(({ name }) => name)));
  expect(Object.keys(createClient('https://gateway.example').attempt)).toEqual([...attemptNames]);
});

test('the outcome of an accepted payment is done, with the response of the gateway', async () => {
  const outcome = await payWith((_request, response) => sendJson(response, { result: checkoutResult }));
  expect(outcome).toEqual({ kind: 'done', response: checkoutResult });
});

test.each([
  ['a documented refusal', createFaultBody(2009, 'Duplicate'), 400, 'gateway-fault'],
  ['a rejected signature', rejectedSignature, 400, 'signature-rejected'],
  ['a refused token', {}, 401, 'unauthorized'],
])('the outcome of a payment is rejected after %s', async (_name, body, status, code) => {
  const outcome = await payWith((_request, response) => sendJson(response, body, status));
  expect(outcome).toMatchObject({
    kind: 'rejected',
    error: { code, ids: { referenceCode: 'ORD-2026/0001' } },
  });
});

test.each([
  ['a broken gateway', 500, createFaultBody(0, 'An internal error occurred')],
  ['an invalid response', 200, { result: null }],
])('the outcome of a payment is unknown after %s', async (_name, status, body) => {
  const outcome = await payWith((_request, response) => sendJson(response, body, status));
  expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'outcome-unknown', retryable: false } });
});

test('the outcome of a payment is unknown after a lost connection', async () => {
  const outcome = await payWith((_request, response) => void response.destroy());
  expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'outcome-unknown' } });
});

test('the outcome of an invalid payment is not-sent, with the path and the rule in the error', async () => {
  const client = createClient('https://gateway.example');
  const outcome = await client.attempt.requestPayment({ ...order, amount: 0 });
  expect(outcome).toMatchObject({
    kind: 'not-sent',
    error: { code: 'invalid-request', violations: [{ path: 'amount', message: 'must be above 0' }] },
  });
});

test('the outcome of a payment is not-sent and retryable after a refused connection', async () => {
  const outcome = await createClient(await findUnusedUrl()).attempt.requestPayment(order);
  expect(outcome).toMatchObject({ kind: 'not-sent', error: { retryable: true } });
});

test.each<[string, RequestHandler]>([
  ['is refused', (_request, response) => sendJson(response, createFaultBody(0, 'Login failed!'), 401)],
  ['loses the connection', (_request, response) => void response.destroy()],
  ['has an invalid response', (_request, response) => sendJson(response, { unexpected: true })],
])('the outcome of a payment is not-sent when its login %s', async (_name, login) => {
  const { gateway } = await startTokenGateway({ login });
  const outcome = await createClient(gateway.url, { credentials }).attempt.requestPayment(order);
  expect(outcome.kind).toBe('not-sent');
  expect(gateway.findRequestsTo('/RequestPayment')).toHaveLength(0);
});

test('the outcome of a refund is unknown after fault 2124 (timeout of the provider)', async () => {
  const gateway = await startFixedGateway({ code: 2124, message: 'Request refund time out' }, 400);
  const refund = { transactionNumber: 'T-0001', reason: 'broken' };
  const outcome = await createClient(gateway.url).attempt.refundPayment(refund);
  expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'gateway-fault', fault: { code: 2124 } } });
});

test('the outcome of a payment is unknown after an unexpected error, which is not thrown', async () => {
  const outcome = await toOutcome(() => Promise.reject(new TypeError('defect')));
  expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'outcome-unknown' } });
  const input = Object.defineProperty({ ...order }, 'amount', {
    enumerable: true,
    get: () => {
      throw new Error('getter');
    },
  });
  expect((await createClient('https://gateway.example').attempt.requestPayment(input)).kind).toBe('unknown');
});

test('the compiler narrows the type of an outcome by its kind', () => {
  type Paid = Awaited<ReturnType<GatewayClient['attempt']['requestPayment']>>;
  expectTypeOf<Paid['kind']>().toEqualTypeOf<'done' | 'rejected' | 'not-sent' | 'unknown'>();
  expectTypeOf<Extract<Paid, { kind: 'done' }>['response']>().toEqualTypeOf<
    GatewayResponse<(typeof endpoints)['requestPayment']>
  >();
});
