import { endpoints } from '@pgw/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GatewayClient } from '../src/index.ts';
import { everyCall } from './every-call.ts';
import { clientOf, faultBody, json, rejection, startGateway, startIssuing } from './stub-gateway.ts';

// Endpoints that the interface calls bare come wrapped in the wild, so each is read in both forms.

const wrapped = (result: unknown): object => ({
  result,
  targetUrl: null,
  success: true,
  error: null,
  unAuthorizedRequest: false,
  __abp: true,
});

async function resultOf(
  send: (client: GatewayClient) => Promise<unknown>,
  body: unknown,
  status = 200,
): Promise<unknown> {
  const gateway = await startGateway((_request, response) => json(response, body, status));
  return send(clientOf(gateway.url));
}

test('this test covers every endpoint except the login', () => {
  const names = Object.keys(endpoints).filter((name) => name !== 'authenticate');
  expect(everyCall.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

describe.each(everyCall)('$name', ({ send, payload }) => {
  test('a response is accepted bare, in the envelope, and in an object with only a result', async () => {
    for (const body of [payload, wrapped(payload), { result: payload }]) {
      expect(await resultOf(send, body)).toEqual(payload);
    }
  });

  test('a response with unknown fields is accepted with and without the envelope', async () => {
    let body: unknown;
    const gateway = await startGateway((_request, response) => json(response, body));
    const client = clientOf(gateway.url);
    // A newer gateway may add properties; these three names mean a fault or the envelope.
    const name = fc.string({ minLength: 1 }).filter((text) => !/^(code|error|result|__proto__)$/.test(text));
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, fc.jsonValue(), { noNullPrototype: true }), async (more) => {
        const extended = Array.isArray(payload)
          ? payload.map((entry: object) => ({ ...more, ...entry }))
          : { ...more, ...payload };
        body = extended;
        const bare = await send(client);
        body = wrapped(extended);
        expect(await send(client)).toEqual(bare);
        expect(bare).toEqual(JSON.parse(JSON.stringify(extended)));
      }),
      { numRuns: 25 },
    );
  });

  test('a fault is rejected as error, as result and bare, with any HTTP status', async () => {
    const words = { code: 2010, message: 'Transaction Not Found' };
    for (const body of [faultBody(2010, words.message), wrapped(words), words]) {
      for (const status of [200, 400, 415, 500]) {
        const error = await rejection(resultOf(send, body, status));
        expect(error).toMatchObject({ code: 'gateway-fault', fault: { code: 2010 } });
      }
    }
  });

  test('a result of null is an invalid response', async () => {
    const error = await rejection(resultOf(send, wrapped(null)));
    expect(error).toMatchObject({ name: 'InvalidResponseError', httpStatus: 200 });
  });
});

test.each([true, false])('the response to the login is read (with envelope: %s)', async (isWrapped) => {
  const { gateway, logins } = await startIssuing({ wrapped: isWrapped });
  const credentials = { userName: 'shop', password: 'pw' };
  await clientOf(gateway.url, { credentials }).queryPayment({ transactionNumber: 'T' });
  expect(logins()).toBe(1);
});

test('a fault of a refund with HTTP 415 keeps its code and message', async () => {
  const refund = (client: GatewayClient) =>
    client.attempt.refundPayment({ transactionNumber: 'T', reason: 'x' });
  const words = { code: 0, message: 'Content-Type text/plain is not supported.' };
  expect(await resultOf(refund, words, 415)).toMatchObject({
    kind: 'rejected',
    error: { code: 'gateway-fault', fault: { code: 0, gatewayMessage: words.message } },
  });
});
