import { inspect } from 'node:util';
import { Redacted } from '@pgw/protocol';
import { expect, test } from 'vitest';
import type { Exchange } from '../src/index.ts';
import { loginResult, order } from './example-data.ts';
import { sendJson, startFixedGateway, startGateway } from './stub-gateway.ts';
import { createClient, pay, query, getRejection } from './test-client.ts';

const card = {
  cardNumber: '4539578763621486',
  expiryMonth: '11',
  expiryYear: '2047',
  holderName: 'CANARY HOLDER',
  securityCode: '7391',
};
const redactedCard = Object.fromEntries(
  Object.entries(card).map(([name, text]) => [name, new Redacted(text)]),
);

test('a redacted card is sent unchanged', async () => {
  const gateway = await startFixedGateway({ status: 1, type: 2, transactionNumber: 'T-0001' });
  const client = createClient(gateway.url);
  await client.processPayment({ transactionNumber: 'T-0001', channelDetails: redactedCard });
  expect(JSON.parse(gateway.requests[0]?.rawBody ?? '')).toMatchObject({ channelDetails: card });
});

test('an error does not contain a card that the gateway repeats', async () => {
  const gateway = await startGateway((_request, response) =>
    sendJson(
      response,
      { result: null, error: { code: 0, message: `Bad card ${Object.values(card).join(' ')}` } },
      400,
    ),
  );
  const exchanges: Exchange[] = [];
  const client = createClient(gateway.url, { onExchange: (exchange) => exchanges.push(exchange) });
  const call = client.processPayment({ transactionNumber: 'T-0001', channelDetails: redactedCard });
  const error = await getRejection(call);
  expect(error).toMatchObject({ code: 'gateway-fault' });
  const printed = inspect([error, exchanges, client], { depth: 9, showHidden: true });
  expect(printed).toContain('Bad card');
  const { expiryMonth: _month, ...otherFields } = card;
  expect(Object.values(otherFields).filter((value) => printed.includes(value))).toEqual([]);
});

const secret = 'canary/secret+"key"%';
const oldSecret = 'canary-of-last-year';

test.each<[string, string]>([
  ['as it is', secret],
  ['in lower case', secret.toLowerCase()],
  ['in upper case', secret.toUpperCase()],
  ['in a URL', encodeURIComponent(secret)],
  ['in JSON', JSON.stringify({ secret })],
  ['in Base64', Buffer.from(secret).toString('base64')],
  ['the old one', oldSecret],
])('an error does not contain a secret key that the gateway quotes: %s', async (_form, quoted) => {
  const message = `The hash was made with ${quoted} as key`;
  const error = { code: 2042, message, details: message, validationErrors: [{ message, members: [quoted] }] };
  const gateway = await startGateway((_request, response) =>
    sendJson(response, { result: null, error }, 400),
  );
  const exchanges: Exchange[] = [];
  const client = createClient(gateway.url, {
    secretKey: [secret, oldSecret],
    onExchange: (exchange) => exchanges.push(exchange),
  });
  const printed = inspect([await getRejection(query(client)), exchanges, client], {
    depth: 9,
    showHidden: true,
  });
  expect(printed).toMatch(/The hash was made with .*\[redacted\]/);
  expect(printed).not.toContain(quoted);
  expect(printed.toLowerCase()).not.toContain('canary');
});

test('an error does not contain a password that the gateway repeats', async () => {
  const gateway = await startFixedGateway(
    { result: null, error: { code: 0, message: 'canary-password is wrong' } },
    401,
  );
  const client = createClient(gateway.url, {
    credentials: { userName: 'shop', password: new Redacted('canary-password') },
  });
  const error = await getRejection(query(client));
  expect(error).toMatchObject({ code: 'unauthorized', message: expect.stringContaining('is wrong') });
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('canary');
});

test.each(['canary-token', 'Bearer canary-token'])(
  'an error does not contain the token "%s" that the gateway repeats',
  async (token) => {
    const gateway = await startGateway((request, response) => {
      const echo = JSON.stringify(request.headers);
      const validationErrors = [{ message: echo, members: [`${request.headers.authorization}`] }];
      sendJson(
        response,
        { result: null, error: { code: 0, message: echo, details: echo, validationErrors } },
        400,
      );
    });
    const client = createClient(gateway.url, { credentials: token });
    const error = await getRejection(pay(client));
    expect(gateway.requests[0]?.headers.authorization).toBe('Bearer canary-token');
    expect(error).toMatchObject({ code: 'gateway-fault' });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('canary');
  },
);

test('a number that looks like a card number is masked in every fault', async () => {
  const body = { code: 9, message: 'Bad card 4539 5787 6362 1486', details: '4539-5787-6362-1486' };
  const gateway = await startFixedGateway({ error: body }, 400);
  const client = createClient(gateway.url);
  const calls = [
    pay(client),
    query(client),
    client.refundPayment({ transactionNumber: 'T-0001', reason: 'Broken' }),
    client.getChannels(),
  ];
  for (const call of calls) {
    const error = await getRejection(call);
    expect(error).toMatchObject({ message: expect.stringContaining('Bad card [number]') });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/(?<!\w)1486/);
  }
});

test('secret key, password and token may be Redacted values', async () => {
  const gateway = await startGateway((request, response) =>
    sendJson(
      response,
      request.path.endsWith('/Authenticate')
        ? { ...loginResult, accessToken: 'token-1' }
        : { status: 1, type: 2, transactionNumber: 'T-0001' },
    ),
  );
  const client = createClient(gateway.url, {
    secretKey: new Redacted('canary-secret'),
    credentials: { userName: 'shop', password: new Redacted('canary-password') },
  });
  await client.processPayment({ transactionNumber: 'T-0001', channelDetails: { AuthType: 2 } });
  expect(gateway.findRequestsTo('/Authenticate')[0]?.rawBody).toContain('canary-password');
  expect(gateway.findRequestsTo('/ProcessPayment')[0]?.headers.authorization).toBe('Bearer token-1');
  expect(inspect(client, { depth: 9, showHidden: true })).not.toMatch(/canary|token-1/);
});

test.each([
  ['the mobile number', 'The field mobileNo (60125550134) is invalid.'],
  ['the name in another case', 'No account of AMINAH BINTI ALI.'],
  ['a short name', 'The customer Ali is unknown.'],
])('an error does not contain the data of a customer that the gateway quotes: %s', async (_form, message) => {
  const error = { code: 0, message, details: message, validationErrors: [{ message, members: [message] }] };
  const gateway = await startFixedGateway({ result: null, error }, 400);
  const name = message.includes('Ali ') ? 'Ali' : 'Aminah binti Ali';
  const customer = { name, mobileNo: '60125550134' };
  const failure = await getRejection(createClient(gateway.url).requestPayment({ ...order, customer }));
  expect(failure).toMatchObject({ code: 'gateway-fault', message: expect.stringContaining('[redacted]') });
  expect(inspect(failure, { depth: 9, showHidden: true })).not.toMatch(/60125550134|aminah|\bAli\b/i);
});

test('a short name of a customer is not removed from other words of a fault', async () => {
  const gateway = await startFixedGateway(
    { result: null, error: { code: 0, message: 'Validation failed.' } },
    400,
  );
  const failure = await getRejection(
    createClient(gateway.url).requestPayment({ ...order, customer: { name: 'Ali' } }),
  );
  expect(failure).toMatchObject({ message: expect.stringContaining('Validation failed.') });
});
