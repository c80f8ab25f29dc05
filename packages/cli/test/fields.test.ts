import { expect, test } from 'vitest';
import { exampleCalls, transactionNumber } from '../../client/test/example-calls.ts';
import {
  sendJson,
  startFixedGateway,
  startGateway,
  type ReceivedRequest,
} from '../../client/test/stub-gateway.ts';
import { runPgw, createVariables, type CommandResult, type RunOptions } from './run-pgw.ts';

// These tests check the requests that the command sends to a stub gateway.

interface StubGatewayRun {
  readonly result: CommandResult;
  readonly requests: readonly ReceivedRequest[];
}

/** Runs a command against a stub gateway, and returns its result and its requests. */
async function runWithStubGateway(
  args: readonly string[],
  options: RunOptions = {},
): Promise<StubGatewayRun> {
  const gateway = await startGateway(({ path }, response) =>
    sendJson(response, { result: exampleCalls.find((call) => call.path === path)?.payload }),
  );
  const env = { ...createVariables(gateway.url), PGW_TOKEN: 'a-token' };
  return { result: await runPgw(args, { ...options, env }), requests: gateway.requests };
}

/** Runs a command that sends one request, and returns the body of the request. */
async function runAndReadRequestBody(args: readonly string[], options: RunOptions = {}): Promise<unknown> {
  const { result, requests } = await runWithStubGateway(args, options);
  expect(result).toMatchObject({ code: 0, err: '' });
  expect(requests).toHaveLength(1);
  return JSON.parse(requests[0]?.rawBody ?? '');
}

const addressOptions = ['--ip', '203.0.113.7', '--return-url', 'https://shop.example/r'];
const orderOptions = ['--amount', '12345', '--currency', 'MYR', '--reference', 'R1', ...addressOptions];
const fields = {
  savePayment: true,
  subMerchant: { uniqueId: 'S1', name: 'Kedai' },
  platformCharge: { partnerId: 'P1', amount: 150 },
  customer: { identificationNumber: '900101145678', identificationType: 1 },
};

test.each(['pay', 'session'])(
  'pgw %s sends the user agent, the merchant ID and the fields of --fields',
  async (command) => {
    const extraOptions = [
      '--user-agent',
      'curl/8',
      '--tenant-id',
      '1001',
      '--fields',
      JSON.stringify(fields),
    ];
    expect(await runAndReadRequestBody([command, ...orderOptions, ...extraOptions])).toMatchObject({
      ...fields,
      userAgent: 'curl/8',
      tenantId: 1001,
      amount: 12345,
    });
  },
);

test('pgw payout sends the user agent, and merges the customer of --fields with the options', async () => {
  const beneficiary = ['--method', 'BANK1', '--name', 'Aisyah', '--account-number', '123'];
  const extraOptions = ['--user-agent', 'curl/8', '--tenant-id', '1001', '--fields', '-'];
  const input = JSON.stringify({ customer: fields.customer });
  expect(
    await runAndReadRequestBody(['payout', ...orderOptions, ...beneficiary, ...extraOptions], { input }),
  ).toMatchObject({
    userAgent: 'curl/8',
    tenantId: 1001,
    customer: { name: 'Aisyah', username: '123', ...fields.customer },
  });
});

test('pgw refund, refund-status, query, card and history send the merchant ID of --tenant-id', async () => {
  const refund = ['refund', transactionNumber, '--reason', 'broken', '--full', '--tenant-id', '1002'];
  expect(await runAndReadRequestBody(refund)).toMatchObject({ tenantId: 1002, transactionNumber });
  const card = ['card', transactionNumber, '--type', 'partial', '--tenant-id', '1002'];
  expect(await runAndReadRequestBody(card)).toMatchObject({ tenantId: 1002 });
  expect(await runAndReadRequestBody(['history', '3001', '--tenant-id', '1002'])).toMatchObject({
    tenantId: 1002,
  });
  for (const command of ['query', 'refund-status']) {
    const { requests } = await runWithStubGateway([command, transactionNumber, '--tenant-id', '1002']);
    expect(requests[0]?.query.get('tenantId')).toBe('1002');
  }
});

test('pgw query sends a transaction number and a session number', async () => {
  const { requests } = await runWithStubGateway(['query', transactionNumber, '--session', 'S1']);
  expect(requests[0]?.query.get('TransactionNumber')).toBe(transactionNumber);
  expect(requests[0]?.query.get('SessionNumber')).toBe('S1');
});

test.each([
  ['text that is not JSON', '{"customer"', 'must be a JSON object'],
  ['a list', '[]', 'must be a JSON object'],
  ['a field that an option also has', '{"amount":1}', 'amount is in --fields and in an option'],
  ['an unknown field', '{"colour":"red"}', 'colour'],
  ['an invalid field', '{"recurringPaymentInfo":{"mode":5}}', 'recurringPaymentInfo.mode must be'],
])('pgw pay refuses --fields with %s, and nothing is sent', async (_name, text, message) => {
  const { result, requests } = await runWithStubGateway(['pay', ...orderOptions, '--fields', text]);
  expect(result).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  expect(requests).toHaveLength(0);
});

test('pgw pay prints the invalid field of a response and its rule', async () => {
  const gateway = await startFixedGateway({
    result: { ...exampleCalls[0]?.payload, transactionNumber: 'x'.repeat(101) },
  });
  const env = { ...createVariables(gateway.url), PGW_TOKEN: 'a-token' };
  const [textOutput, jsonOutput] = await Promise.all([
    runPgw(['pay', ...orderOptions], { env }),
    runPgw(['pay', ...orderOptions, '--json'], { env }),
  ]);
  expect(textOutput).toMatchObject({
    code: 4,
    err: expect.stringContaining('is invalid: transactionNumber must have at most 100 characters'),
  });
  expect(JSON.parse(jsonOutput.err)).toMatchObject({
    error: {
      code: 'outcome-unknown',
      outcome: 'unknown',
      httpStatus: 200,
      violations: [{ path: 'transactionNumber', message: 'must have at most 100 characters' }],
    },
  });
});

test('pgw --version prints the version of the package', async () => {
  expect(await runPgw(['--version'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
});
