import type { StartAnswer } from '@pgw/protocol';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { captureRawBody } from '../../src/index.ts';
import { fulfilments, openShop, type Shop } from '../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

describe('a host app that parses bodies', () => {
  it.each([
    ['nothing', undefined],
    ['text bodies', express.text({ type: '*/*' })],
    ['raw bodies', express.raw({ type: '*/*' })],
    ['forms only', express.urlencoded({ extended: true })],
    ['JSON, keeping the raw bytes', express.json({ verify: captureRawBody })],
  ])(
    'parses %s before the checkout: payments start, and callbacks are verified and settle',
    async (_what, parser) => {
      shop = await openShop({ before: (app) => parser && app.use(parser) });
      const answer = await shop.start();
      expect(answer.status).toBe(201);
      const { payment } = (await answer.json()) as StartAnswer;
      shop.sandbox.decide(payment.transactionNumber!, 'approve');
      await fulfilments(shop, 1);
    },
  );

  it('parses JSON and keeps nothing: no payment starts, and the answer says what to change', async () => {
    shop = await openShop({ before: (app) => app.use(express.json()) });
    const answer = await shop.start();
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({
      code: 'body-already-parsed',
      detail: expect.stringMatching(
        /mount the checkout before it.*express\.json\(\{ verify: captureRawBody \}\)/,
      ),
    });
    expect(shop.events[0]?.message).toMatch(/captureRawBody/);
    expect(shop.sandbox.listPayments()).toEqual([]);
  });
});
