import { inspect } from 'node:util';
import type { PgwError } from '@pgw/protocol';
import { expect, test } from 'vitest';
import { InvalidResponseError, type Exchange, type GatewayClient } from '../../src/index.ts';
import {
  checkoutResult,
  createFaultBody,
  order,
  paymentRecord,
  rejectedSignature,
  wrapInEnvelope,
} from '../example-data.ts';
import { startFixedGateway, startGateway } from '../stub-gateway.ts';
import { createClient, pay, query, getRejection } from '../test-client.ts';

/** Returns the error of a call when the gateway sends this response. */
async function getErrorAfterResponse(
  send: (client: GatewayClient) => Promise<unknown>,
  body: unknown,
  status: number,
): Promise<unknown> {
  const gateway = await startFixedGateway(body, status);
  const error = await getRejection(send(createClient(gateway.url)));
  expect(gateway.requests).toHaveLength(1);
  return error;
}

test('the payload of a response is returned with its unknown fields, with and without the envelope', async () => {
  const payload = { ...checkoutResult, newField: [1] };
  for (const body of [payload, wrapInEnvelope(payload)]) {
    const gateway = await startFixedGateway(body);
    expect(await pay(createClient(gateway.url))).toEqual(payload);
  }
});

test('the result depends on the body of a response, and not on the HTTP status', async () => {
  const gateway = await startFixedGateway(paymentRecord, 400);
  expect(await query(createClient(gateway.url))).toEqual(paymentRecord);
});

test('a response may be a list, with and without the envelope', async () => {
  const banks = [{ id: 'B1', name: 'Bank', displayName: 'The Bank', imageUrl: null, status: 1, extra: true }];
  for (const body of [banks, { result: banks }]) {
    const gateway = await startFixedGateway(body);
    expect(await createClient(gateway.url).getProviderChannels({ channelId: 2 })).toEqual(banks);
  }
});

test('a response may start with a byte order mark', async () => {
  const gateway = await startGateway(
    (_request, response) => void response.end(`\uFEFF${JSON.stringify(paymentRecord)}`),
  );
  expect(await query(createClient(gateway.url))).toEqual(paymentRecord);
});

test('the error of a rejected signature explains how to print the signed message', async () => {
  const error = await getErrorAfterResponse(pay, rejectedSignature, 400);
  expect(error).toMatchObject({
    code: 'signature-rejected',
    retryable: false,
    ids: { endpoint: 'requestPayment', referenceCode: 'ORD-2026/0001' },
    message: expect.stringContaining('exchange.signedMessage'),
  });
});

test('the error of a rejected signature with HTTP 401 has the code "signature-rejected"', async () => {
  const body = { ...createFaultBody(1, 'Invalid Signature.'), unAuthorizedRequest: true };
  expect(await getErrorAfterResponse(pay, body, 401)).toMatchObject({ code: 'signature-rejected' });
});

test('the error of a fault has the code, the name and the message of the gateway', async () => {
  const error = await getErrorAfterResponse(query, createFaultBody(2010, 'Transaction Not Found'), 400);
  expect(error).toMatchObject({
    name: 'GatewayFaultError',
    code: 'gateway-fault',
    retryable: false,
    ids: { endpoint: 'queryPayment', transactionNumber: 'T-0001' },
    fault: { code: 2010, name: 'TransactionNotFound', gatewayMessage: 'Transaction Not Found' },
  });
});

test('the error of a fault with an undocumented code has this code and the name Unknown', async () => {
  const error = await getErrorAfterResponse(pay, createFaultBody(9999, 'Mystery'), 400);
  expect(error).toMatchObject({ code: 'gateway-fault', fault: { code: 9999, name: 'Unknown' } });
});

test('a documented fault with HTTP 500 has the code "gateway-fault"', async () => {
  const error = await getErrorAfterResponse(pay, createFaultBody(2009, 'Duplicate'), 500);
  expect(error).toMatchObject({ code: 'gateway-fault', fault: { code: 2009 } });
});

test('the error of a fault with code 0 (ServiceFailure) names the refused fields', async () => {
  const validationErrors = [{ message: 'amount is above the limit', members: ['amount'] }];
  const fault = { code: 0, message: 'Your request is not valid!', details: 'One error.', validationErrors };
  const error = await getErrorAfterResponse(pay, { result: null, error: fault }, 400);
  expect(error).toMatchObject({
    code: 'gateway-fault',
    message: expect.stringContaining('amount is above the limit'),
    fault: { name: 'ServiceFailure', details: 'One error.', validationErrors },
  });
});

test('the error of a refused card does not contain a card number that the gateway repeats', async () => {
  const card = '4000 0000-0000 0002';
  const fault = { code: 0, message: `Bad ${card}`, details: card, validationErrors: [{ message: card }] };
  const charge = (client: GatewayClient): Promise<unknown> =>
    client.processPayment({ transactionNumber: 'T-0001', channelDetails: { cardNumber: card } });
  const error = await getErrorAfterResponse(charge, { result: null, error: fault }, 400);
  expect(error).toMatchObject({ code: 'gateway-fault' });
  expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/4000 0000|0002/);
});

test('a long message of the gateway is shortened in the error', async () => {
  const error = await getErrorAfterResponse(pay, createFaultBody(2009, 'x'.repeat(100_000)), 400);
  expect((error as PgwError).message.length).toBeLessThan(1_200);
  expect((error as PgwError).message).toContain('x…');
});

test('a message of the gateway with all its channels is not shortened', async () => {
  const channels = Array.from({ length: 20 }, (_, n) => `${n} (Channel with a name)`).join(', ');
  const error = await getErrorAfterResponse(pay, createFaultBody(2009, `Channels: ${channels}.`), 400);
  expect((error as PgwError).message).toContain(channels);
});

const invalidResponses = [
  ['HTTP 502 in HTML', 'gateway-unreachable', '<html>Bad gateway</html>', 502],
  [
    'HTTP 500 with an undocumented fault',
    'gateway-unreachable',
    createFaultBody(0, 'An internal error occurred'),
    500,
  ],
  ['HTTP 503', 'gateway-unreachable', {}, 503],
  ['a payload without its fields', 'invalid-response', { result: { status: 'paid' } }, 200],
  ['result null', 'invalid-response', { result: null, success: true, error: null }, 200],
  ['a number', 'invalid-response', 7, 200],
  ['HTTP 404 in HTML', 'invalid-response', '<html>', 404],
] as const;

test.each(invalidResponses)(
  'the error of an invalid response to a query (%s) has the code "%s"',
  async (_name, code, body, status) => {
    expect(await getErrorAfterResponse(query, body, status)).toMatchObject({
      code,
      retryable: code === 'gateway-unreachable',
      ids: { endpoint: 'queryPayment', transactionNumber: 'T-0001' },
    });
  },
);

test.each(invalidResponses)(
  'after an invalid response (%s), the outcome of a payment is unknown',
  async (_name, _code, body, status) => {
    expect(await getErrorAfterResponse(pay, body, status)).toMatchObject({
      code: 'outcome-unknown',
      retryable: false,
      ids: { endpoint: 'requestPayment', referenceCode: 'ORD-2026/0001' },
    });
  },
);

test('the error of an invalid response to a payment request names the invalid fields', async () => {
  const result = { ...checkoutResult, transactionNumber: 'T'.repeat(101), amount: '12345' };
  const error = await getErrorAfterResponse(pay, { result }, 200);
  expect(error).toBeInstanceOf(InvalidResponseError);
  expect(error).toMatchObject({
    code: 'outcome-unknown',
    httpStatus: 200,
    violations: [
      { path: 'amount', message: 'Invalid input: expected number, received string' },
      { path: 'transactionNumber', message: 'must have at most 100 characters' },
    ],
  });
  expect((error as PgwError).message).toBe(
    'requestPayment (referenceCode ORD-2026/0001, channelId 2) may have been processed: the gateway responded, but its response ' +
      '(HTTP 200) is invalid: amount Invalid input: expected number, received string; transactionNumber must have ' +
      'at most 100 characters. Query the outcome before you send the request again.',
  );
});

test('the error of an invalid response to a query names the invalid fields', async () => {
  const error = await getErrorAfterResponse(
    query,
    { ...paymentRecord, transactionNumber: 'T'.repeat(101) },
    200,
  );
  expect(error).toBeInstanceOf(InvalidResponseError);
  expect(error).toMatchObject({
    code: 'invalid-response',
    httpStatus: 200,
    violations: [{ path: 'transactionNumber', message: 'must have at most 100 characters' }],
    message: expect.stringContaining('transactionNumber must have at most 100 characters'),
  });
});

test('the error of a response that is not JSON has the HTTP status and no violations', async () => {
  const gateway = await startGateway((_request, response) => void response.end('OK'));
  const error = await getRejection(pay(createClient(gateway.url)));
  expect(error).toBeInstanceOf(InvalidResponseError);
  expect(error).toMatchObject({
    code: 'outcome-unknown',
    httpStatus: 200,
    violations: [],
    message: expect.stringContaining('its response (HTTP 200) is not JSON'),
  });
});

test('the error of a lost connection is not an InvalidResponseError', async () => {
  const gateway = await startGateway((_request, response) => void response.destroy());
  const error = await getRejection(pay(createClient(gateway.url)));
  expect(error).toMatchObject({ code: 'outcome-unknown' });
  expect(error).not.toBeInstanceOf(InvalidResponseError);
});

test('after HTTP 429, a query, a payment and a session reject with the code "gateway-busy"', async () => {
  const busy = { code: 'gateway-busy', retryable: true };
  const startSession = (client: GatewayClient): Promise<unknown> => client.initialSession(order);
  for (const send of [query, pay, startSession])
    expect(await getErrorAfterResponse(send, {}, 429)).toMatchObject(busy);
  expect(await getErrorAfterResponse(pay, createFaultBody(0, 'Too many requests'), 429)).toMatchObject(busy);
});

test('after HTTP 429, the outcome of a payment is not-sent', async () => {
  const gateway = await startFixedGateway({}, 429);
  expect(await createClient(gateway.url).attempt.requestPayment(order)).toMatchObject({ kind: 'not-sent' });
});

test('after HTTP 429, the outcome of a refund and of a card charge is unknown', async () => {
  const refund = (client: GatewayClient): Promise<unknown> =>
    client.refundPayment({ transactionNumber: 'T-0001', reason: 'broken' });
  const charge = (client: GatewayClient): Promise<unknown> =>
    client.processPayment({ transactionNumber: 'T-0001', amount: 1 });
  for (const send of [refund, charge])
    expect(await getErrorAfterResponse(send, {}, 429)).toMatchObject({
      code: 'outcome-unknown',
      retryable: false,
    });
});

test.each(['', 'OK', '{"result":', '{"transactionNumber":"T-0001",}'])(
  'after the response %j, a query rejects with "invalid-response" and a payment with "outcome-unknown"',
  async (text) => {
    const gateway = await startGateway((_request, response) => void response.end(text));
    expect(await getRejection(query(createClient(gateway.url)))).toMatchObject({ code: 'invalid-response' });
    expect(await getRejection(pay(createClient(gateway.url)))).toMatchObject({ code: 'outcome-unknown' });
  },
);

test('the error of a response with Retry-After has this delay in milliseconds', async () => {
  const gateway = await startGateway(
    (_request, response) => void response.writeHead(503, { 'retry-after': '7' }).end(),
  );
  expect(await getRejection(query(createClient(gateway.url)))).toMatchObject({ retryAfterMs: 7000 });
});

test('an error never quotes the body of an invalid response', async () => {
  const gateway = await startGateway((_request, response) => void response.end('{"accessToken":"tok-999"x}'));
  const credentials = { userName: 'shop', password: 'pw-very-secret' };
  const error = await getRejection(query(createClient(gateway.url, { credentials })));
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('tok-999');
});

test('a redirect is an invalid response and is not followed', async () => {
  const gateway = await startGateway(
    (_request, response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
  );
  expect(await getRejection(query(createClient(gateway.url)))).toMatchObject({ code: 'invalid-response' });
  expect(await getRejection(pay(createClient(gateway.url)))).toMatchObject({ code: 'outcome-unknown' });
  expect(gateway.findRequestsTo('/elsewhere')).toHaveLength(0);
  expect(gateway.requests).toHaveLength(2);
});

test('onExchange receives the code of the error that the caller receives', async () => {
  const exchanges: Exchange[] = [];
  const gateway = await startFixedGateway(rejectedSignature, 400);
  await getRejection(pay(createClient(gateway.url, { onExchange: (exchange) => exchanges.push(exchange) })));
  expect(exchanges).toMatchObject([{ httpStatus: 400, outcome: 'signature-rejected' }]);
});
