import { createSandbox } from '@pgw/sandbox';
import { expect, it, onTestFinished } from 'vitest';
import { createTestClient, openShop, sentuh } from '../shop.ts';

it.each([
  ['tngdwallet://pay?order=1', 'tngdwallet:'],
  ['TNGDWALLET://pay', 'tngdwallet:'],
  ['tngdwallet:pay', 'tngdwallet:'],
  ['intent://pay#Intent;scheme=wallet;end', 'intent:'],
  ['market://details?id=example', 'market:'],
  ['my.wallet+pay://a', 'my.wallet+pay:'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,pay', undefined],
  ['file:///etc/passwd', undefined],
  ['no address', undefined],
])(
  'a start whose redirection is %s opens the app %s, and another channel can be paid',
  async (address, app) => {
    const sandbox = await createSandbox({ port: 0 });
    const client = createTestClient(sandbox.url);
    let redirectUrl: string | undefined = address;
    const shop = await openShop({
      gateway: {
        ...client,
        requestPayment: async (order) => {
          const response = await client.requestPayment(order);
          return redirectUrl === undefined ? response : { ...response, redirectUrl };
        },
      },
    });
    onTestFinished(async () => {
      await shop.close();
      await client.close();
      await sandbox.close();
    });
    const response = await shop.start();
    const code = app === undefined ? 'outcome-unknown' : 'app-redirection';
    const problem = (await response.json()) as { readonly reference: string };
    expect([response.status, problem]).toMatchObject([app === undefined ? 504 : 502, { code }]);
    expect(JSON.stringify(problem)).not.toContain('pay?order');
    const [event] = shop.eventsNamed('request-failed');
    expect(event).toMatchObject({ code, reference: problem.reference });
    if (app !== undefined) expect(event?.message).toContain(`(${app})`);
    redirectUrl = undefined;
    expect((await shop.start({ channelId: sentuh })).status).toBe(201);
    const payments = await shop.checkout.payments.list({ orderId: 'A1' });
    expect(payments.map(({ state }) => state)).toEqual(['open', 'expired']);
  },
);
