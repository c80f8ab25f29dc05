import { expect, it } from 'vitest';
import { defaultTenant } from '../../src/index.ts';
import { startSandboxWithMerchant } from '../merchant.ts';

it('Authenticate returns a token that is valid for a day', async () => {
  await using setup = await startSandboxWithMerchant();
  const body = { userNameOrEmailAddress: defaultTenant.userName, password: defaultTenant.password };
  const response = await setup.merchant.send('authenticate', { body: JSON.stringify(body) });
  expect(response).toMatchObject({ status: 200, body: { result: { expireInSeconds: 86_400 } } });
});

it.each([
  ['a wrong password', { userNameOrEmailAddress: defaultTenant.userName, password: 'wrong' }],
  ['an unknown user name', { userNameOrEmailAddress: 'unknown', password: defaultTenant.password }],
])('Authenticate refuses %s with HTTP 401', async (_title, body) => {
  await using setup = await startSandboxWithMerchant();
  const response = await setup.merchant.send('authenticate', { body: JSON.stringify(body) });
  expect(response).toMatchObject({
    status: 401,
    body: { success: false, error: { message: 'Login failed!' } },
  });
});
