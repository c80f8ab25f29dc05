import { endpoints, verify } from '@pgw/protocol';
import { hmac, signatureMessageOfText } from '@pgw/protocol/internal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkoutResult, order, paymentRecord } from './example-data.ts';
import { startFixedGateway, startTokenGateway } from './stub-gateway.ts';
import { createClient, credentials, getRejection, secret } from './test-client.ts';

const now = (): number => 1790000000000;

test('a POST sends the signed text as its body', async () => {
  const gateway = await startFixedGateway({ result: checkoutResult });
  await createClient(gateway.url, { now }).requestPayment(order);
  const [request] = gateway.requests;
  const url = `${gateway.url}/api/services/app/PaymentGateway/RequestPayment`;
  expect(request?.rawBody).toBe(
    '{"amount":12345,"channelId":2,"currencyCode":"MYR","description":"Zwei Becher, größer Σ","ipAddress":"203.0.113.7",' +
      '"referenceCode":"ORD-2026/0001","returnUrl":"https://shop.example/orders/1?x=Y","timestamp":1790000000000}',
  );
  const signature = String(request?.headers['cap-signature']);
  expect(hmac(signatureMessageOfText(url, request?.rawBody ?? ''), secret)).toBe(signature);
  expect(verify(url, JSON.parse(request?.rawBody ?? ''), signature, secret)).toBe(true);
});

test('a POST with any text in its description has a valid signature', async () => {
  const gateway = await startFixedGateway({ result: checkoutResult });
  const client = createClient(gateway.url);
  const url = `${gateway.url}/api/services/app/PaymentGateway/RequestPayment`;
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 30 }), async (description) => {
      gateway.requests.length = 0;
      await client.requestPayment({ ...order, description });
      const [request] = gateway.requests;
      const message = signatureMessageOfText(url, request?.rawBody ?? '');
      expect(hmac(message, secret)).toBe(request?.headers['cap-signature']);
      expect(JSON.parse(request?.rawBody ?? '').description).toBe(description);
    }),
    { numRuns: 60 },
  );
});

test('a POST has the headers of the tenant, the bearer token and the content type', async () => {
  const gateway = await startFixedGateway({ result: checkoutResult });
  await createClient(gateway.url).requestPayment(order);
  expect(gateway.requests[0]?.headers).toMatchObject({
    'abp-tenantid': '1001',
    authorization: 'Bearer stub-token-1234567890',
    'content-type': 'application/json',
  });
});

test('a GET signs the camelCase names and the URL without its query, and sends the parameter names of the profile', async () => {
  const gateway = await startFixedGateway(paymentRecord);
  await createClient(gateway.url, { now }).queryPayment({ transactionNumber: 'T-0001' });
  const [request] = gateway.requests;
  const url = `${gateway.url}/api/services/app/PaymentGateway/Query`;
  const signedData = { transactionNumber: 'T-0001', timestamp: 1790000000000 };
  expect(verify(url, signedData, String(request?.headers['cap-signature']), secret)).toBe(true);
  expect(Object.fromEntries(request?.query ?? [])).toEqual({
    TransactionNumber: 'T-0001',
    Timestamp: '1790000000000',
  });
  expect(request?.rawBody).toBe('');
  expect(request?.headers['content-type']).toBeUndefined();
});

test('a GET escapes reserved characters in its query', async () => {
  const gateway = await startFixedGateway(paymentRecord);
  await createClient(gateway.url).queryPayment({ sessionNumber: 'a b&c=d#é' });
  expect(gateway.requests[0]?.query.get('SessionNumber')).toBe('a b&c=d#é');
});

test('the login is sent without a signature and without a token', async () => {
  const { gateway } = await startTokenGateway();
  await createClient(gateway.url, { credentials }).queryPayment({ transactionNumber: 'T-0001' });
  const [login] = gateway.findRequestsTo('/api/TokenAuth/Authenticate');
  expect(login?.headers['abp-tenantid']).toBe('1001');
  expect(login?.headers).not.toHaveProperty('cap-signature');
  expect(login?.headers).not.toHaveProperty('authorization');
  expect(JSON.parse(login?.rawBody ?? '')).toEqual({
    userNameOrEmailAddress: 'shop',
    password: 'pw-very-secret',
  });
});

test('the profile changes paths, headers and query names', async () => {
  const gateway = await startFixedGateway(paymentRecord);
  const profile = {
    paths: { queryPayment: '/v2/query' },
    headers: { tenant: 'X-Tenant', authorization: 'X-Auth', signature: 'X-Sign' },
    queryParameters: { transactionNumber: 'txn' },
  };
  const client = createClient(`${gateway.url}/base/`, { profile, now });
  await client.queryPayment({ transactionNumber: 'T-0001' });
  const [request] = gateway.requests;
  expect(request?.path).toBe('/base/v2/query');
  expect(request?.query.get('txn')).toBe('T-0001');
  expect(request?.headers).toMatchObject({ 'x-tenant': '1001', 'x-auth': 'Bearer stub-token-1234567890' });
  const signedData = { transactionNumber: 'T-0001', timestamp: now() };
  const signature = String(request?.headers['x-sign']);
  expect(verify(`${gateway.url}/base/v2/query`, signedData, signature, secret)).toBe(true);
  expect(client.profile.headers.signature).toBe('X-Sign');
});

test('the token of a saved card is sent under the name that the profile sets', async () => {
  const gateway = await startFixedGateway({ status: 1, type: 2, transactionNumber: 'T-0001' });
  const profile = { savedCards: { requestToken: 'cardToken' } };
  const channelDetails = { paymentToken: 'tok_1', securityCode: '123' };
  await createClient(gateway.url, { profile }).processPayment({
    transactionNumber: 'T-0001',
    channelDetails,
  });
  await createClient(gateway.url).processPayment({ transactionNumber: 'T-0001', channelDetails });
  const sentDetails = gateway.requests.map(({ rawBody }) => JSON.parse(rawBody).channelDetails);
  expect(sentDetails).toEqual([{ cardToken: 'tok_1', securityCode: '123' }, channelDetails]);
});

test('a payment request with invalid fields is refused with all violations, and nothing is sent', async () => {
  const gateway = await startFixedGateway({});
  const input = {
    ...order,
    amount: 12.5,
    currencyCode: 'RM',
    referenceCode: 'R'.repeat(51),
    colour: 'red',
  };
  const error = await getRejection(createClient(gateway.url).requestPayment(input));
  expect(error).toMatchObject({
    name: 'InvalidRequestError',
    code: 'invalid-request',
    retryable: false,
    ids: { endpoint: 'requestPayment' },
    violations: [
      { path: 'currencyCode' },
      { path: 'amount' },
      { path: 'referenceCode' },
      { path: '', message: 'Unrecognized key: "colour"' },
    ],
  });
  expect(gateway.requests).toHaveLength(0);
});

test('a payment query with a timestamp in its input is refused', async () => {
  const gateway = await startFixedGateway({});
  const input = { transactionNumber: 'T', timestamp: 1 };
  expect(await getRejection(createClient(gateway.url).queryPayment(input))).toMatchObject({
    code: 'invalid-request',
    violations: [{ path: 'timestamp' }],
  });
  expect(gateway.requests).toHaveLength(0);
});

test('a payment query without a number is refused', async () => {
  const client = createClient('https://gateway.example');
  const violations = [{ path: '', message: 'needs transactionNumber, sessionNumber or both' }];
  expect(await getRejection(client.queryPayment({}))).toMatchObject({ violations });
});

test.each([[undefined], [null], ['T'], [5], [[]]])(
  'a payment query with the input %j is refused',
  async (input) => {
    // The type is removed, because the compiler would refuse the input.
    const queryPayment = createClient('https://gateway.example').queryPayment as (
      input: unknown,
    ) => Promise<unknown>;
    expect(await getRejection(queryPayment(input))).toMatchObject({
      code: 'invalid-request',
      violations: [{ path: '' }],
    });
  },
);

test('a method rejects for an invalid input, and never throws', () => {
  const client = createClient('https://gateway.example');
  const promise = client.queryPayment({ transactionNumber: '' });
  expect(promise).toBeInstanceOf(Promise);
  return expect(promise).rejects.toMatchObject({ code: 'invalid-request' });
});

test('every endpoint except the login is a method of the client', () => {
  const client = createClient('https://gateway.example');
  const names = Object.keys(endpoints).filter((name) => name !== 'authenticate');
  expect(client).toMatchObject(Object.fromEntries(names.map((name) => [name, expect.any(Function)])));
  expect(client).not.toHaveProperty('authenticate');
});
