import { describe, expect, it } from 'vitest';
import { parseAmount } from '../../../../src/pages/dashboard/operations/amount-field.ts';
import { startSandboxWithMerchant } from '../../../merchant.ts';

const ringgit = { amount: 12890, currencyCode: 'MYR' };

it.each([
  ['10.00', 1000],
  ['10', 1000],
  ['10.5', 1050],
  ['0.01', 1],
  [' 128.90 ', 12890],
  ['RM 128.90', 12890],
  ['RM\u00A0128.90', 12890],
  ['MYR 1', 100],
])('"%s" is %i minor units', (text, amount) => {
  expect(parseAmount(text, ringgit)).toStrictEqual({ amount });
});

it('reads thousands, and amounts of other currencies, without rounding', () => {
  const parse = (text: string, currencyCode: string): unknown =>
    parseAmount(text, { amount: Number.MAX_SAFE_INTEGER, currencyCode });
  expect(parse('1,234,567.89', 'MYR')).toStrictEqual({ amount: 123456789 });
  expect(parse('8.29', 'MYR')).toStrictEqual({ amount: 829 });
  expect(parse('1500', 'JPY')).toStrictEqual({ amount: 1500 });
  expect(parse('1.234', 'KWD')).toStrictEqual({ amount: 1234 });
  expect(parse('15.5', 'JPY')).toStrictEqual({
    error: 'Amounts in JP¥ have no decimals. Enter a whole number, such as 10.',
  });
});

const refusals = [
  ['', 'Enter an amount in RM, such as 10.00.'],
  ['   ', 'Enter an amount in RM, such as 10.00.'],
  ['ten', 'Enter only the digits of the amount in RM, such as 10.00.'],
  ['-5', 'Enter only the digits of the amount in RM, such as 10.00.'],
  ['1e3', 'Enter only the digits of the amount in RM, such as 10.00.'],
  ['10.005', 'Amounts in RM have at most 2 decimals, such as 10.00.'],
  ['0.00', 'Enter an amount above 0.'],
  ['128.91', 'The amount is too high: at most RM\u00A0128.90 is left.'],
  ['9'.repeat(30), 'The amount is too high: at most RM\u00A0128.90 is left.'],
  ['10,50', 'Write a point before the decimals, such as 10.00.'],
  ['1.234,50', 'Write a point before the decimals, such as 10.00.'],
  ['12,34.00', 'Enter only the digits of the amount in RM, such as 10.00.'],
] as const;

it.each(refusals)('"%s" is refused: %s', (text, error) => {
  expect(parseAmount(text, ringgit)).toStrictEqual({ error });
});

describe('the form of a refund', () => {
  it.each(refusals)(
    'with "%s" shows the text again with the error, and refunds nothing',
    async (text, error) => {
      await using setup = await startSandboxWithMerchant();
      const number = await setup.merchant.openApprovedPayment(setup.sandbox);
      const body = new URLSearchParams({ amount: text });
      const response = await fetch(`${setup.sandbox.url}/dashboard/${number}/refund`, {
        method: 'POST',
        body,
      });
      const page = (await response.text()).replaceAll(/\s+/g, ' ');
      expect(page).toContain(
        `<p id="refund-error" class="error" role="alert">${error.replaceAll(/\s+/g, ' ')}</p>`,
      );
      expect(page).toMatch(
        new RegExp(
          `value="${text.slice(0, 40).replaceAll(/\s+/g, ' ')}" data-exponent="2" data-symbol="RM" aria-describedby="refund-error refund-hint" aria-invalid="true"`,
        ),
      );
      expect(page).toContain('<details data-key="refund" open>');
      expect(setup.sandbox.listRefunds(number)).toStrictEqual([]);
    },
  );

  it('shows what is left in RM and as the integer that is sent', async () => {
    await using setup = await startSandboxWithMerchant();
    const number = await setup.merchant.openApprovedPayment(setup.sandbox);
    const url = `${setup.sandbox.url}/dashboard/${number}/refund`;
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams({ amount: '28.90' }) });
    const page = (await response.text()).replaceAll(/[\s\u00A0]+/g, ' ');
    expect(page).toMatch(/Refund \w+ of RM 28\.90 \(sent as 2890\) has status 11\./);
    expect(page).toContain('Refund of RM 28.90 (sent as 2890) created: not accepted yet (0)');
    expect(page).toContain('value="100.00"');
    expect(page).toMatch(/Sent as 10000<\/span\s*>\. Left: RM 100\.00\./);
  });
});
