import { sign } from '@pgw/protocol';
import { hmac, signatureMessageOfText } from '@pgw/protocol/internal';
import { expect, test } from 'vitest';
import { runPgw, tenant } from './run-pgw.ts';

const url = 'https://shop.example/pgw/callback';
const data = { status: 1, amount: 12345, currencyCode: 'MYR' };
const env = { PGW_SECRET_KEY: tenant.secretKey };
const message = 'https://shop.example/pgw/callback{"amount":12345,"currencycode":"myr","status":1}';

test('pgw sign prints the message and the signature, and needs only the secret key', async () => {
  const result = await runPgw(['sign', url, '--json'], { env, input: JSON.stringify(data) });
  expect(JSON.parse(result.out)).toEqual({ message, signature: sign(url, data, tenant.secretKey) });
  expect(result.out).not.toContain(tenant.secretKey);
});

test('pgw sign without a secret key names the missing variable', async () => {
  const result = await runPgw(['sign', url], { input: '{}' });
  expect(result).toMatchObject({ code: 2, err: expect.stringContaining('PGW_SECRET_KEY') });
});

test('pgw sign refuses a secret key with a line end and does not print it', async () => {
  const result = await runPgw(['sign', url], { env: { PGW_SECRET_KEY: 'tell-no-one\n' }, input: '{}' });
  expect(result).toMatchObject({ code: 2, err: expect.stringContaining('no white space at its ends') });
  expect(result.err).not.toContain('tell-no-one');
});

test('pgw sign reads card details only from the standard input', async () => {
  const result = await runPgw(['sign', url, '--data', '{"cardNumber":"4000000000000002"}'], { env });
  expect(result).toMatchObject({
    code: 2,
    err: expect.stringContaining('only read from the standard input'),
  });
});

test('pgw verify accepts the raw body of a callback, with and without a line end', async () => {
  const input = '{"status": 1, "amount": 12345}';
  const signature = hmac(signatureMessageOfText(url, input), tenant.secretKey);
  const result = await runPgw(['verify', url, signature, '--explain'], { env, input: `${input}\n` });
  expect(result).toMatchObject({ code: 0, out: expect.stringContaining('the raw body was signed') });
});

test('pgw verify accepts only the sorted form when the URL is an endpoint or --request is set', async () => {
  const input = '{"referenceCode":"R1","amount":12345}';
  const endpoint = 'https://gateway.example/api/services/app/PaymentGateway/RequestPayment';
  const rawSignature = hmac(signatureMessageOfText(endpoint, input), tenant.secretKey);
  const sortedSignature = sign(endpoint, { amount: 12345, referenceCode: 'R1' }, tenant.secretKey);
  const rawSignatureOfOtherUrl = hmac(signatureMessageOfText(url, input), tenant.secretKey);
  const [refused, valid, refusedByOption] = await Promise.all([
    runPgw(['verify', endpoint, rawSignature, '--explain'], { env, input }),
    runPgw(['verify', endpoint, sortedSignature], { env, input: `${input}\n` }),
    runPgw(['verify', url, rawSignatureOfOtherUrl, '--request'], { env, input }),
  ]);
  expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('not its sorted form (rule 4)') });
  expect(valid).toMatchObject({ code: 0, out: expect.stringContaining('the signature is valid') });
  expect(refusedByOption.code).toBe(1);
});

test('pgw sign and verify refuse a URL that is not absolute', async () => {
  const [signed, verified] = await Promise.all([
    runPgw(['sign', 'gateway.example'], { env, input: '{}' }),
    runPgw(['verify', '/callback', '0'.repeat(64)], { env, input: '{}' }),
  ]);
  for (const result of [signed, verified]) {
    expect(result).toMatchObject({ code: 2, err: expect.stringContaining('must be absolute') });
  }
});

test('pgw verify exits with 0 (ok) for a valid signature and with 1 (refused) for an invalid one', async () => {
  const signature = sign(url, data, tenant.secretKey);
  const input = JSON.stringify(data);
  const [right, wrong] = await Promise.all([
    runPgw(['verify', url, signature], { env, input }),
    runPgw(['verify', url, '0'.repeat(64)], { env, input }),
  ]);
  expect(right).toMatchObject({ code: 0, out: expect.stringContaining('the signature is valid') });
  expect(wrong).toMatchObject({ code: 1, out: expect.stringContaining(message) });
});

test('pgw verify --explain prints the deviation, or that no deviation is known', async () => {
  const input = JSON.stringify(data);
  const httpsSignature = sign(url, data, tenant.secretKey);
  const otherSignature = sign(url, data, 'another key');
  const [explained, unexplained] = await Promise.all([
    runPgw(['verify', url.replace('https', 'http'), httpsSignature, '--explain'], { env, input }),
    runPgw(['verify', url, otherSignature, '--explain', '--json'], { env, input }),
  ]);
  expect(explained).toMatchObject({
    code: 1,
    out: expect.stringMatching(/why +the URL was signed with https/),
  });
  expect(JSON.parse(unexplained.out)).toEqual({
    isValid: false,
    message,
    verdict: 'unexplained',
    deviations: [],
  });
});
