import { expect, test } from 'vitest';
import { endpoints } from '../../../src/gateway/endpoints/index.ts';
import { truncatedText } from '../../../src/gateway/fields/fields.ts';

const long = 'x'.repeat(1_000_000);

test('a text that is too long is truncated, and never within a character', () => {
  expect(truncatedText(5).parse('abcdefg')).toBe('abcde');
  expect(truncatedText(5).parse('abcd\u{1F600}')).toBe('abcd');
  expect(truncatedText(5).parse('ab')).toBe('ab');
});

test('long names of channels and banks are truncated', () => {
  const [channel] = endpoints.getChannels.response.parse([
    { id: 1, name: long, groupName: long, type: long, imageUrl: `https://gateway.example/${long}` },
  ]);
  expect(channel).toMatchObject({ name: 'x'.repeat(200), groupName: 'x'.repeat(200), imageUrl: null });
  const [bank] = endpoints.getProviderChannels.response.parse([
    { id: 'B1', name: long, displayName: long, status: 1 },
  ]);
  expect(bank).toMatchObject({ name: 'x'.repeat(200), displayName: 'x'.repeat(200) });
});

test('only the first 2,000 entries of a list are read', () => {
  const banks = Array.from({ length: 10_000 }, (_, index) => ({ id: `B${index}`, name: 'Bank', status: 1 }));
  expect(endpoints.getProviderChannels.response.parse(banks)).toHaveLength(2_000);
});

test('a payment record with a long remark is valid, and its remark is truncated', () => {
  const record = { transactionNumber: 'T1', referenceCode: 'R1', status: 1, currencyCode: 'MYR', amount: 1 };
  const parsed = endpoints.queryPayment.response.parse({
    ...record,
    remark: long,
    providerErrorMessage: long,
  });
  expect(parsed).toMatchObject({ status: 1, remark: 'x'.repeat(1_000) });
});

test('a URL or a script that is too long is refused', () => {
  const payload = { currencyCode: 'MYR', amount: 1, transactionNumber: 'T1', redirectionType: 1 };
  const { response } = endpoints.requestPayment;
  expect(response.safeParse({ ...payload, redirectUrl: `https://x/${long}` }).success).toBe(false);
  expect(response.safeParse({ ...payload, clientScript: long }).success).toBe(false);
});
