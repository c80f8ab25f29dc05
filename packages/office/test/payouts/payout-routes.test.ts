import { expect, test } from 'vitest';
import { gatewayTimeoutMs } from '../open-office.ts';
import { setUpOffice } from '../set-up-office.ts';

const office = setUpOffice();

/** The gateway's error code of a refused payout. */
const refusedPayoutCode = '2056';
/** The channel of payouts in the staging environment. */
const payoutChannelId = 15;
/** The values of a confirmed payout to a bank account. */
const bankForm = {
  key: 'a-payout-key',
  method: 'bank',
  step: 'confirmed',
  bank: 'Bank Seri',
  name: 'Kedai Biji',
  account: '1234567890',
  amount: '120.00',
  isLocal: 'yes',
};
/** The values of a confirmed payout to a mobile number. */
const mobileForm = {
  key: 'another-key',
  step: 'confirmed',
  method: 'mobileNumber',
  account: '0123456789',
  amount: '45.5',
};

test('a payout to a bank account redirects to its page, which links to the gateway’s receipt', async () => {
  const { status, location } = await office.clerk.post('/office/payouts', bankForm);
  expect(status).toBe(303);
  const [payout] = office.sandbox.listPayouts();
  expect(payout).toMatchObject({
    amount: 12_000,
    currencyCode: 'MYR',
    channelId: payoutChannelId,
    providerChannelId: 'BSERI01',
  });
  const { text } = await office.clerk.get(location);
  expect(text).toContain('Payout of RM\u00a0120.00');
  expect(text).toMatch(new RegExp(`href="${office.sandbox.url}/[^"]*${payout?.transactionNumber}`));
  // The number and the name of the beneficiary are masked.
  expect((await office.clerk.get('/office/payouts')).text).toContain('K•••• B••••');
  expect(text).toContain('••••7890');
  expect(text).not.toMatch(/1234567890|Kedai/);
});

test('the confirmation page shows the beneficiary, the amount and both balances, and nothing is sent before the confirmation', async () => {
  const form = await office.clerk.get('/office/payouts/new');
  expect(form.text).toContain('Balance of the payout wallet: RM');
  expect(form.text).toContain('<option value="Bank Seri">BSERI01</option>');
  const { status, text } = await office.clerk.post('/office/payouts', { ...bankForm, step: '' });
  expect(status).toBe(200);
  for (const part of ['Pay out RM\u00a0120.00?', 'Bank Seri (BSERI01)', '1234567890', 'After the payout'])
    expect(text).toContain(part);
  expect(office.sandbox.listPayouts()).toEqual([]);
  const changed = await office.clerk.post('/office/payouts', { ...bankForm, step: 'change' });
  expect(changed.text).toContain('value="120.00"');
  expect(office.sandbox.listPayouts()).toEqual([]);
});

test('the payout form has only the fields of the chosen method', async () => {
  const findFieldNames = async (method: string) => {
    const { text } = await office.clerk.get(`/office/payouts/new?method=${method}`);
    return [...text.matchAll(/<input\s+id="(\w+)"/g)].map(([, name]) => name);
  };
  expect(await findFieldNames('bank')).toEqual(['bank', 'account', 'name', 'amount', 'description']);
  expect(await findFieldNames('mobileNumber')).toEqual(['account', 'name', 'amount', 'description']);
  expect(await findFieldNames('nationalId')).toEqual(['account', 'name', 'amount', 'description']);
});

test('a bank that is not in the list causes an error at the bank field', async () => {
  const { status, text } = await office.clerk.post('/office/payouts', { ...bankForm, bank: 'Bank Sari' });
  expect(status).toBe(422);
  expect(text).toContain('Choose a bank from the list.');
});

test('a payout to a mobile number uses the provider channel of mobile numbers', async () => {
  await office.clerk.post('/office/payouts', mobileForm);
  expect(office.sandbox.listPayouts()).toMatchObject([{ amount: 4550, providerChannelId: 'MBNO' }]);
});

test.each([
  [
    'a bank transfer without a name',
    { ...bankForm, name: '' },
    'Account holder is required for a bank transfer',
  ],
  [
    'a name that is too long',
    { ...bankForm, name: 'x'.repeat(37) },
    'Account holder must have at most 36 characters.',
  ],
  ['a bank transfer without an account', { ...bankForm, account: '' }, 'Enter the account number.'],
  ['a bank transfer without a bank', { ...bankForm, bank: '' }, 'Choose a bank from the list.'],
  [
    'a payout to a mobile number without the number',
    { ...mobileForm, account: '' },
    'Enter the mobile number.',
  ],
  [
    'an amount with separators',
    { ...bankForm, amount: '1,000.00' },
    'Enter the amount like 120.00, without commas.',
  ],
  ['an amount of zero', { ...bankForm, amount: '0' }, 'Enter the amount like 120.00'],
])(
  '%s causes an error at the field; nothing is sent and no payout is stored',
  async (_case, form, message) => {
    const { status, text } = await office.clerk.post('/office/payouts', form);
    expect(status).toBe(422);
    expect(text).toMatch(new RegExp(`class="error" id="\\w+-error">[\\s\\S]*${message}`));
    expect(office.sandbox.listPayouts()).toEqual([]);
    expect((await office.clerk.get('/office/payouts')).text).toContain('No payouts yet');
  },
);

test('a payout form that is sent twice makes one payout', async () => {
  const [first, second] = await Promise.all([
    office.clerk.post('/office/payouts', bankForm),
    office.clerk.post('/office/payouts', bankForm),
  ]);
  expect(first.location).toBe(second.location);
  expect(office.sandbox.listPayouts()).toHaveLength(1);
});

test('the page of a rejected payout says that no money moved, and its values can be copied to a new form', async () => {
  const { location } = await office.clerk.post('/office/payouts', { ...bankForm, amount: '999999' });
  const { text } = await office.clerk.get(location);
  expect(text).toContain('No money moved.');
  expect(text).toContain(refusedPayoutCode);
  const newForm = await office.clerk.post(`${location}/copy`, {});
  expect(newForm.text).toContain('value="999999.00"');
  expect(newForm.text).toContain('value="Kedai Biji"');
});

test('a payout whose response was lost is never sent again, and a refresh finds it in the wallet’s history', async () => {
  office.sandbox.scenario('response-slow', { delayMs: gatewayTimeoutMs + 500, endpoint: 'payout' });
  const { location } = await office.clerk.post('/office/payouts', bankForm);
  office.sandbox.clearScenarios();
  expect((await office.clerk.get(location)).text).toContain('this payout may have been made');
  await office.clerk.post('/office/payouts', bankForm);
  expect(office.sandbox.listPayouts()).toHaveLength(1);
  const refreshed = await office.clerk.post(`${location}/refresh`, {});
  expect(refreshed.location).toBe(location);
  const [payout] = office.sandbox.listPayouts();
  expect((await office.clerk.get(location)).text).toContain(payout?.transactionNumber);
});

test('a payout that the wallet’s history does not contain stays unknown, and the page says so', async () => {
  office.sandbox.scenario('request-lost', { endpoint: 'payout' });
  const { location } = await office.clerk.post('/office/payouts', bankForm);
  office.sandbox.clearScenarios();
  const refreshed = await office.clerk.post(`${location}/refresh`, {});
  const { text } = await office.clerk.get(refreshed.location);
  expect(text).toContain('The history of the payout wallet does not contain this payout yet.');
  expect(text).toContain('this payout may have been made');
});

test('"Refresh status" shows that the payout was paid out', async () => {
  const { location } = await office.clerk.post('/office/payouts', bankForm);
  const [payout] = office.sandbox.listPayouts();
  office.sandbox.decidePayout(payout?.transactionNumber ?? '', 'approve');
  await office.clerk.post(`${location}/refresh`, {});
  expect((await office.clerk.get(location)).text).toContain('Paid out');
});

test('the values of the payout form are escaped on every page', async () => {
  const name = '"><script>alert(1)</script>';
  const form = await office.clerk.post('/office/payouts', { ...bankForm, name, amount: 'x' });
  expect(form.text).not.toContain('<script>alert');
  const { location } = await office.clerk.post('/office/payouts', { ...bankForm, name });
  for (const path of [location, '/office/payouts']) {
    expect((await office.clerk.get(path)).text, path).not.toContain('<script>alert');
  }
});

test.each([
  ['bank', '12-34', 'An account number usually has 7 to 17 digits.'],
  ['mobileNumber', '555', 'A mobile number usually begins with 01 or +601'],
  ['nationalId', '1234', 'A national ID usually has 12 digits.'],
])(
  'a number of the method %s that looks wrong is a warning, and never a refusal',
  async (method, account, text) => {
    const form = { ...bankForm, method, account, name: 'Kedai Biji', key: `wrong-${method}`, step: '' };
    const question = await office.clerk.post('/office/payouts', form);
    expect(question.text).toContain(text);
    expect(question.text).toContain('value="confirmed">Pay out');
  },
);

test('a number that looks right has no warning', async () => {
  const { text } = await office.clerk.post('/office/payouts', { ...bankForm, key: 'right-number', step: '' });
  expect(text).not.toContain('usually');
});

test('a payout above the balance has no filled button, except Change', async () => {
  const form = { ...bankForm, amount: '999999.00', key: 'above-balance', step: '' };
  const { text } = await office.clerk.post('/office/payouts', form);
  expect(text).toContain('<button class="button quiet" name="step" value="confirmed">');
  expect(text).toContain('<button class="button" name="step" value="change">');
});
