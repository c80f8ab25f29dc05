import { createServer } from 'node:http';
import { createSandbox, defaultTenant, type Sandbox, type SandboxPreset } from '@pgw/sandbox';
import { normalizeReference, paymentStatus, type ReceivedCallback } from '@pgw/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { GatewayClient, GatewayClientOptions } from '../src/index.ts';
import { startPaymentOnHostedPage } from './hosted-page.ts';
import { order } from './example-data.ts';
import { listen } from './stub-gateway.ts';
import { createClient, getRejection } from './test-client.ts';

// These tests use the client with the sandbox, which implements the whole gateway. The stubs of the other
// tests could share a mistake with the client.

const { id: merchantId, secretKey, userName, password } = defaultTenant;

describe.each<SandboxPreset>(['observed', 'document', 'lenient'])(
  'a sandbox with the preset %s',
  (preset) => {
    let sandbox: Sandbox;
    let referenceCount = 0;

    beforeAll(async () => {
      sandbox = await createSandbox({ port: 0, preset });
    });
    beforeEach(() => sandbox.clearScenarios());
    afterAll(() => sandbox.close());

    function connect(options: Partial<GatewayClientOptions> = {}): GatewayClient {
      return createClient(sandbox.url, {
        merchantId,
        secretKey,
        credentials: { userName, password },
        ...options,
      });
    }

    /** Returns a payment request for the hosted page with a new reference. */
    function createOrder() {
      referenceCount += 1;
      const { channelId: _channelId, ...rest } = order;
      return { ...rest, referenceCode: `Ord-${referenceCount}` };
    }

    test('a payment is requested and paid, and a query finds it', async () => {
      const client = connect();
      const input = createOrder();
      const { transactionNumber, amount, redirectUrl } = await client.requestPayment(input);
      expect({ amount, redirectUrl }).toEqual({ amount: 12345, redirectUrl: expect.stringMatching(/^http/) });
      expect(sandbox.decide(transactionNumber, 'approve', { callback: 'never' })).toBe(true);
      const record = await client.queryPayment({ transactionNumber });
      expect(record).toMatchObject({
        amount: 12345,
        currencyCode: 'MYR',
        referenceCode: input.referenceCode,
      });
      expect(paymentStatus(record.status).outcome).toBe('paid');
    });

    test('after the shopper has tried to pay, a query finds a session by its number, with or without the transaction number', async () => {
      const client = connect();
      const { sessionNumber, redirectUrl } = await client.initialSession({
        ...createOrder(),
        expiredInMinutes: 30,
      });
      const transactionNumber = await startPaymentOnHostedPage(redirectUrl);
      for (const numbers of [{ sessionNumber }, { sessionNumber, transactionNumber }]) {
        const record = await client.queryPayment(numbers);
        expect(paymentStatus(record.status).outcome).toBe('pending');
        expect(record.paymentSessionNumber).toBe(sessionNumber);
      }
    });

    test('channels and their banks are listed', async () => {
      const client = connect();
      const channels = await client.getChannels();
      const needsBank = channels.find(({ isProviderHostChannel }) => isProviderHostChannel);
      const banks = await client.getProviderChannels({ channelId: needsBank?.id ?? 0 });
      expect(banks.length).toBeGreaterThan(1);
    });

    test('a payment with a wrong secret is rejected for its signature and is not created', async () => {
      const input = createOrder();
      const error = await getRejection(connect({ secretKey: 'wrong' }).requestPayment(input));
      expect(error).toMatchObject({ code: 'signature-rejected' });
      expect(sandbox.findPayment(input.referenceCode)).toBeUndefined();
    });

    test('a call with a wrong password rejects as unauthorized', async () => {
      const credentials = { userName, password: 'wrong' };
      expect(await getRejection(connect({ credentials }).getChannels())).toMatchObject({
        code: 'unauthorized',
      });
    });

    test('a payment with a repeated reference is refused as a duplicate in any letter case', async () => {
      const client = connect();
      const input = createOrder();
      await client.requestPayment(input);
      const again = { ...input, referenceCode: normalizeReference(input.referenceCode) };
      expect(await getRejection(client.requestPayment(again))).toMatchObject({
        code: 'gateway-fault',
        fault: { code: 2009 },
      });
    });

    test('a query of an unknown transaction rejects with a fault', async () => {
      expect(await getRejection(connect().queryPayment({ transactionNumber: 'NONE' }))).toMatchObject({
        code: 'gateway-fault',
        fault: { code: 2010 },
      });
    });

    test('a call with an expired token gets a new token and succeeds', async () => {
      const client = connect();
      await client.getChannels();
      sandbox.expireTokens();
      const responses = await Promise.all(Array.from({ length: 20 }, () => client.getChannels()));
      expect(responses).toHaveLength(20);
    });

    test('the outcome of a payment with a late response is unknown', async () => {
      const client = connect();
      await client.getChannels();
      const input = createOrder();
      sandbox.scenario('response-slow', { delayMs: 2000 });
      const error = await getRejection(client.requestPayment(input, { timeoutMs: 400 }));
      expect(error).toMatchObject({ code: 'outcome-unknown', ids: { referenceCode: input.referenceCode } });
      expect(sandbox.findPayment(input.referenceCode)?.amount).toBe(12345);
    });

    test('after a failure of the gateway, the outcome of a payment is unknown and a query is retryable', async () => {
      const client = connect();
      await client.getChannels();
      sandbox.scenario('response-500');
      expect(await getRejection(client.requestPayment(createOrder()))).toMatchObject({
        code: 'outcome-unknown',
      });
      expect(await getRejection(client.getChannels())).toMatchObject({
        code: 'gateway-unreachable',
        retryable: true,
      });
    });

    test('verifyCallback accepts a callback of the sandbox and refuses a wrong signature', async () => {
      const client = connect();
      const received: ReceivedCallback[] = [];
      const shop = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const signature = request.headers['cap-signature'];
          const rawBody = Buffer.concat(chunks);
          received.push({ rawBody, signature: typeof signature === 'string' ? signature : undefined });
          response.end();
        });
      });
      onTestFinished(() => void shop.close());
      const callbackUrl = `${await listen(shop)}/pgw/Callback`;
      for (const callback of ['now', 'wrongly-signed'] as const) {
        const { transactionNumber } = await client.requestPayment({ ...createOrder(), callbackUrl });
        sandbox.decide(transactionNumber, 'approve', { callback });
      }
      await expect.poll(() => received).toHaveLength(2);
      const results = received.map((callback) => client.verifyCallback(callback, callbackUrl));
      expect(new Set(results)).toEqual(new Set([true, false]));
    });
  },
);
