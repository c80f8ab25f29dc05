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
  { userNameOrEmailAddress: defaultTenant.userName, password: 'wrong' },
  { userNameOrEmailAddress: 'unknown', password: defaultTenant.password },
])('Authenticate refuses wrong credentials with 401', async (body) => {
  await using setup = await startSandboxWithMerchant();
  const response = await setup.merchant.send('authenticate', { body: JSON.stringify(body) });
  expect(response).toMatchObject({
    status: 401,
    body: { success: false, error: { message: 'Login failed!' } },
  });
});
