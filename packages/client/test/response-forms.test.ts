import { endpoints } from '@pgw/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GatewayClient } from '../src/index.ts';
import { exampleCalls } from './example-calls.ts';
import { createFaultBody, wrapInEnvelope } from './example-data.ts';
import { sendJson, startFixedGateway, startGateway, startTokenGateway } from './stub-gateway.ts';
import { createClient, credentials, query, getRejection } from './test-client.ts';

// Real gateways send an envelope also for endpoints that the interface documents without one. The client
// reads both forms.

async function callWithResponse(
  send: (client: GatewayClient) => Promise<unknown>,
  body: unknown,
  status = 200,
): Promise<unknown> {
  const gateway = await startFixedGateway(body, status);
  return send(createClient(gateway.url));
}

test('exampleCalls has a call for every endpoint except the login', () => {
  const names = Object.keys(endpoints).filter((name) => name !== 'authenticate');
  expect(exampleCalls.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

test.each(exampleCalls)(
  'a response to $name is accepted without an envelope, with an envelope, and with an envelope that has only "result"',
  async ({ send, payload }) => {
    for (const body of [payload, wrapInEnvelope(payload), { result: payload }]) {
      expect(await callWithResponse(send, body)).toEqual(payload);
    }
  },
);

test.each(exampleCalls)(
  'a response to $name with unknown fields is accepted with and without the envelope',
  async ({ send, payload }) => {
    let body: unknown;
    const gateway = await startGateway((_request, response) => sendJson(response, body));
    const client = createClient(gateway.url);
    // A newer gateway may add properties. The names code, error and result are excluded, because they mean a
    // fault or the envelope.
    const name = fc.string({ minLength: 1 }).filter((text) => !/^(code|error|result|__proto__)$/.test(text));
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, fc.jsonValue(), { noNullPrototype: true }), async (more) => {
        const extended = Array.isArray(payload)
          ? payload.map((entry: object) => ({ ...more, ...entry }))
          : { ...more, ...payload };
        body = extended;
        const expected = await send(client);
        body = wrapInEnvelope(extended);
        expect(await send(client)).toEqual(expected);
        expect(expected).toEqual(JSON.parse(JSON.stringify(extended)));
      }),
      { numRuns: 25 },
    );
  },
);

test.each(exampleCalls)(
  'a call of $name rejects for a fault in every form, with any HTTP status',
  async ({ send }) => {
    const fault = { code: 2010, message: 'Transaction Not Found' };
    for (const body of [createFaultBody(2010, fault.message), wrapInEnvelope(fault), fault]) {
      for (const status of [200, 400, 415, 500]) {
        const error = await getRejection(callWithResponse(send, body, status));
        expect(error).toMatchObject({ code: 'gateway-fault', fault: { code: 2010 } });
      }
    }
  },
);

test.each(exampleCalls)('the result null is an invalid response to $name', async ({ send }) => {
  const error = await getRejection(callWithResponse(send, wrapInEnvelope(null)));
  expect(error).toMatchObject({ name: 'InvalidResponseError', httpStatus: 200 });
});

test.each(['with', 'without'])('the response to a login is accepted %s the envelope', async (condition) => {
  const { gateway, countLogins } = await startTokenGateway({ hasEnvelope: condition === 'with' });
  await query(createClient(gateway.url, { credentials }));
  expect(countLogins()).toBe(1);
});

test('a fault of a refund with HTTP 415 keeps its code and message', async () => {
  const refund = (client: GatewayClient) =>
    client.attempt.refundPayment({ transactionNumber: 'T', reason: 'x' });
  const fault = { code: 0, message: 'Content-Type text/plain is not supported.' };
  expect(await callWithResponse(refund, fault, 415)).toMatchObject({
    kind: 'rejected',
    error: { code: 'gateway-fault', fault: { code: 0, gatewayMessage: fault.message } },
  });
});
