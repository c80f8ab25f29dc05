import { afterEach, expect, it } from 'vitest';
import { openShop, type Shop } from '../../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

it('a response that the app has sent before the checkout, such as one of a timeout, is the only one', async () => {
  const started = Promise.withResolvers<void>();
  const responded = Promise.withResolvers<void>();
  shop = await openShop({
    resolveOrder: async () => {
      started.resolve();
      await responded.promise;
      return undefined;
    },
    setUpApp: (app) => {
      app.use('/pgw/session', (_req, res, next) => {
        void started.promise.then(() => res.status(504).end('The app has a timeout.'));
        next();
      });
    },
  });
  const response = await shop.fetch('/pgw/session?order=A1');
  responded.resolve();
  expect(response.status).toBe(504);
  expect(await response.text()).toBe('The app has a timeout.');
  expect((await shop.fetch('/pgw/health')).status).toBe(200);
});

it('when a response cannot be sent, Express handles the error, and the server continues', async () => {
  shop = await openShop({
    setUpApp: (app) => {
      app.use((_req, res, next) => {
        const setHeader = res.setHeader.bind(res);
        res.setHeader = (name, value) => {
          if (name === 'Cache-Control') throw new TypeError('The app refuses this header.');
          return setHeader(name, value);
        };
        next();
      });
    },
  });
  expect((await shop.fetch('/pgw/health')).status).toBe(500);
  expect((await shop.fetch('/pgw/health')).status).toBe(500);
});
