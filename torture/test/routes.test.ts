import { expect, test } from 'vitest';
import { listRoutes } from '../src/hostile/routes.ts';
import { openTarget } from '../src/hostile/target.ts';

test('listRoutes returns each path of the checkout with its method', async () => {
  const unusedGatewayUrl = 'http://127.0.0.1:9';
  const { checkout, close } = await openTarget(unusedGatewayUrl);
  const routes = listRoutes(checkout).map(({ method, path }) => `${method} ${path}`);
  await close();
  expect(routes).toEqual(
    expect.arrayContaining([
      'POST /callback',
      'POST /payments',
      'GET /payments/:reference/qr',
      'GET /checkout.mjs',
    ]),
  );
});
