import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '@pgw/sandbox';
import { startPaymentOnHostedPage } from '../../client/test/hosted-page.ts';
import { findUnusedUrl } from '../../client/test/stub-gateway.ts';
import {
  runPgw,
  spawnPgw,
  createVariables,
  type CommandResult,
  type ProcessOptions,
  type RunOptions,
} from './run-pgw.ts';

// These tests run the command with the sandbox. `runPgwProcess` starts a process, for tests of streams, exit
// codes and signals.

let sandbox: Sandbox;
let referenceCount = 0;

beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, refundDelayMs: 50 });
});
beforeEach(() => sandbox.clearScenarios());
afterAll(() => sandbox.close());

function pgw(args: readonly string[], options: RunOptions = {}): Promise<CommandResult> {
  return runPgw(args, { ...options, env: { ...createVariables(sandbox.url), ...options.env } });
}

function runPgwProcess(args: readonly string[], options: ProcessOptions = {}): Promise<CommandResult> {
  return spawnPgw(args, { ...options, env: { ...createVariables(sandbox.url), ...options.env } });
}

const parseOutput = ({ out }: CommandResult): Record<string, unknown> =>
  JSON.parse(out) as Record<string, unknown>;

/** Returns the options of an order with a new reference. */
function createOrderOptions(): string[] {
  referenceCount += 1;
  const address = ['--ip', '203.0.113.7', '--return-url', 'https://shop.example/r'];
  return ['--amount', '12345', '--currency', 'MYR', '--reference', `Cli-${referenceCount}`, ...address];
}

/** Creates a paid payment and returns its transaction number. */
async function createPaidPayment(): Promise<string> {
  const { transactionNumber } = parseOutput(await pgw(['pay', ...createOrderOptions(), '--json']));
  sandbox.decide(String(transactionNumber), 'approve', { callback: 'never' });
  return String(transactionNumber);
}

test('pgw pay prints the redirect as text and as JSON', async () => {
  const [text, json] = await Promise.all([
    pgw(['pay', ...createOrderOptions()]),
    pgw(['pay', ...createOrderOptions(), '--json']),
  ]);
  expect(text).toMatchObject({ code: 0, err: '' });
  expect(text.out).toMatch(/transaction {2}\S+\namount +123\.45 MYR\nredirect to +http/);
  expect(parseOutput(json)).toMatchObject({ amount: 12345, redirectionType: 1 });
});

test('pgw pay keeps its exit code when the reader closes the output early', async () => {
  expect(await runPgwProcess(['pay', ...createOrderOptions()], { isOutputClosed: true })).toEqual({
    code: 0,
    out: '',
    err: '',
  });
});

test('pgw session prints a hosted session, and query finds it after the shopper has tried to pay', async () => {
  const started = parseOutput(await pgw(['session', ...createOrderOptions(), '--minutes', '30', '--json']));
  await startPaymentOnHostedPage(String(started['redirectUrl']));
  const result = await pgw(['query', String(started['sessionNumber']), '--session']);
  expect(result).toMatchObject({ code: 0, out: expect.stringMatching(/status +0 Pending: pending/) });
});

test('pgw query accepts a session number, with or without a transaction number', async () => {
  const started = parseOutput(await pgw(['session', ...createOrderOptions(), '--json']));
  const session = String(started['sessionNumber']);
  const transaction = await startPaymentOnHostedPage(String(started['redirectUrl']));
  const [alone, both] = await Promise.all([
    pgw(['query', '--session', session]),
    pgw(['query', transaction, '--session', session]),
  ]);
  for (const result of [alone, both]) {
    expect(result).toMatchObject({ code: 0, out: expect.stringContaining(session) });
  }
  expect(await pgw(['query'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('give a transaction number, --session <number>, or both'),
  });
});

test('pgw query accepts a number of 25 characters and refuses a number of 101 characters', async () => {
  const [known, long] = await Promise.all([
    pgw(['query', '2004B8D7E2EE1DE5C61250625', '--json']),
    pgw(['query', 'x'.repeat(101)]),
  ]);
  expect(known.code).toBe(1);
  expect(JSON.parse(known.err)).toMatchObject({ error: { code: 'gateway-fault', fault: { code: 2010 } } });
  expect(long).toMatchObject({ code: 2, err: expect.stringContaining('at most 100 characters') });
});

test('pgw query of an unknown number prints advice about the number and about unpaid sessions', async () => {
  const result = await pgw(['query', 'NONE']);
  expect(result.err).toContain('the shopper has not tried to pay the session yet');
  expect(result.err).toContain('Next: Check the number and the merchant ID');
  expect(result.err).not.toContain('refund');
});

test('pgw query prints the name of a status, and exits with 1 (refused) and advice for an unknown transaction', async () => {
  const [found, missing] = await Promise.all([
    pgw(['query', await createPaidPayment()]),
    pgw(['query', 'NONE']),
  ]);
  expect(found).toMatchObject({ code: 0, out: expect.stringContaining('1 Success: paid') });
  expect(missing).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/2010[\s\S]*\nNext: Check/) });
});

test('pgw channels and banks print tables, and lists as JSON', async () => {
  const [table, json, banks] = await Promise.all([
    pgw(['channels']),
    pgw(['channels', '--json']),
    pgw(['banks', '2']),
  ]);
  expect(table.out).toMatch(/^ID +NAME +TYPE +NEEDS A BANK +CURRENCIES\n/);
  expect(JSON.parse(json.out)).toEqual(expect.arrayContaining([expect.objectContaining({ id: 2 })]));
  expect(banks.out).toMatch(/maintenance/);
});

test('pgw refund returns a part and then the rest of a payment, and refund-status lists both', async () => {
  const transaction = await createPaidPayment();
  const part = await pgw(['refund', transaction, '--reason', 'broken', '--amount', '345']);
  expect(part).toMatchObject({ code: 0, out: expect.stringMatching(/amount +3\.45 MYR/) });
  await expect
    .poll(async () => (await pgw(['refund', transaction, '--reason', 'rest', '--full'])).code, {
      timeout: 9000,
    })
    .toBe(0);
  const status = await pgw(['refund-status', transaction, '--json']);
  expect(parseOutput(status)['refundPaymentList']).toHaveLength(2);
});

test('pgw refund requires --full or --amount', async () => {
  for (const args of [[], ['--full', '--amount', '5']]) {
    const result = await pgw(['refund', 'T', '--reason', 'x', ...args]);
    expect(result).toMatchObject({ code: 2, err: expect.stringContaining('either --amount') });
  }
});

test('pgw refund exits with 4 (outcome unknown) after a timeout of the provider', async () => {
  const transaction = await createPaidPayment();
  sandbox.scenario('refund-timeout');
  const result = await pgw(['refund', transaction, '--reason', 'x', '--full', '--json']);
  expect(result.code).toBe(4);
  expect(JSON.parse(result.err)).toMatchObject({ error: { outcome: 'unknown', fault: { code: 2124 } } });
});

test('pgw payout sends money, and refuses an invalid beneficiary before it sends anything', async () => {
  const bank = ['payout', ...createOrderOptions(), '--method', 'BANGS01', '--account-number', '1234567890'];
  const [done, nameless] = await Promise.all([pgw([...bank, '--name', 'Aisyah']), pgw(bank)]);
  expect(done).toMatchObject({ code: 0, out: expect.stringMatching(/amount +123\.45 MYR/) });
  expect(nameless).toMatchObject({ code: 2, err: expect.stringContaining('customer.name is required') });
});

test('pgw wallets and history print tables, and a long history prints its progress to the standard error', async () => {
  const { id } = sandbox.listWallets()[0] ?? { id: 0 };
  for (let entry = 0; entry < 205; entry += 1) sandbox.topUp(id, 100, `Entry ${entry}`);
  const [wallets, table, json] = await Promise.all([
    pgw(['wallets']),
    pgw(['history', String(id)]),
    pgw(['history', String(id), '--json']),
  ]);
  expect(wallets.out).toMatch(/ID +TYPE +STATUS +BALANCE +CURRENCY\n/);
  expect(table.err).toMatch(/100 entries…\n200 entries…/);
  const history = parseOutput(json) as { walletHistories: unknown[]; walletBalance: number };
  expect(history.walletHistories.length).toBeGreaterThanOrEqual(205);
  expect(table.out.trim().split('\n')).toHaveLength(history.walletHistories.length + 2);
  expect(table.out).toMatch(/^ *ID +DATE \(UTC\) .* DESCRIPTION\n/);
  expect(table.out).toContain('1.00');
});

test('pgw history without a period lists every entry of a wallet', async () => {
  const all = await pgw(['history', '3001', '--json']);
  const entries = parseOutput(all)['walletHistories'] as { createdDate: string }[];
  const monthAgo = Date.now() - 30 * 24 * 3600 * 1000 + 60_000;
  expect(entries.some(({ createdDate }) => Date.parse(createdDate) < monthAgo)).toBe(true);
  const recent = await pgw(['history', '3001', '--json', '--from', new Date(monthAgo).toISOString()]);
  expect((parseOutput(recent)['walletHistories'] as unknown[]).length).toBeLessThan(entries.length);
});

const cardNumber = '4000000000000002';
const card = JSON.stringify({
  cardNumber,
  expiryMonth: '12',
  expiryYear: '2039',
  holderName: 'A',
  securityCode: '123',
});

/** Requests a payment by card and returns its transaction number. */
async function createCardPayment(): Promise<string> {
  const { transactionNumber } = parseOutput(
    await pgw(['pay', ...createOrderOptions(), '--channel', '4', '--json']),
  );
  return String(transactionNumber);
}

test('pgw card reads a card from the standard input, charges it and never prints it', async () => {
  const args = ['card', await createCardPayment(), '--type', 'full', '--amount', '12345', '--card-stdin'];
  const result = await runPgwProcess(args, { input: card });
  expect(result).toMatchObject({ code: 0, out: expect.stringContaining('1 Success: paid') });
  expect(result.out + result.err).not.toContain(cardNumber);
});

test('pgw card --type verify prints that the card is valid and not charged', async () => {
  const transaction = await createCardPayment();
  const result = await pgw(['card', transaction, '--type', 'verify', '--card-stdin'], {
    input: card,
  });
  expect(result).toMatchObject({
    code: 0,
    out: expect.stringMatching(/status +1 Success: the card is valid, nothing was charged\n$/),
  });
  expect(result.out).not.toMatch(/paid|amount|saved card/);
  expect((await pgw(['query', transaction])).out).toContain('0 Pending');
});

test('pgw card --type pre-auth authorizes a card, and --type partial captures the amount', async () => {
  const transaction = await createCardPayment();
  const authorized = await pgw(['card', transaction, '--type', 'pre-auth', '--card-stdin'], {
    input: card,
  });
  expect(authorized.out).toContain('9 Authorized: authorized, not charged yet');
  const captured = await pgw(['card', transaction, '--type', 'partial', '--amount', '345']);
  expect(captured).toMatchObject({ code: 0, out: expect.stringContaining(': captured') });
});

test('pgw card --save prints only the last characters of the token', async () => {
  const args = ['card', await createCardPayment(), '--type', 'verify', '--card-stdin', '--save'];
  const text = await pgw(args, { input: card });
  expect(text.out).toMatch(/saved card +saved, the token ends in \w{4}\n$/);
  const json = await pgw([...args, '--json'], { input: card });
  expect(parseOutput(json)).toMatchObject({ type: 4, paymentToken: '[redacted]' });
  expect(text.out + json.out).not.toMatch(/tok_\w{8}/);
});

test('pgw card refuses input that is not JSON, without quoting it', async () => {
  const result = await pgw(['card', 'T', '--type', 'full', '--card-stdin'], {
    input: `number=${cardNumber}`,
  });
  expect(result).toMatchObject({ code: 2, err: expect.stringContaining('cardNumber, expiryMonth') });
  expect(result.err).not.toContain(cardNumber);
});

test('the exit code is 2 (usage) for an amount with separators or an invalid field, and nothing is sent', async () => {
  const separators = ['pay', ...createOrderOptions(), '--amount', '1,000.00'];
  const longReference = ['pay', ...createOrderOptions(), '--reference', 'x'.repeat(51), '--json'];
  const [first, second] = await Promise.all([pgw(separators), pgw(longReference)]);
  expect(first).toMatchObject({ code: 2, err: expect.stringContaining('minor units') });
  expect(second.code).toBe(2);
  expect(JSON.parse(second.err)).toMatchObject({
    error: { code: 'invalid-request', outcome: 'not-sent', violations: [{ path: 'referenceCode' }] },
  });
});

test('the exit code is 2 (usage) for an invalid URL or IP address, and nothing is sent', async () => {
  const [ip, url] = await Promise.all([
    pgw(['pay', ...createOrderOptions(), '--ip', 'localhost']),
    pgw(['pay', ...createOrderOptions(), '--return-url', 'shop.example']),
  ]);
  expect(ip).toMatchObject({ code: 2, err: expect.stringContaining('Expected an IP address') });
  expect(url).toMatchObject({ code: 2, err: expect.stringContaining('Expected an absolute URL') });
});

test('the exit code is 2 (usage) for an unknown command or a missing option, and 0 (ok) for help', async () => {
  const [unknown, missing, help] = await Promise.all([runPgwProcess(['fly']), pgw(['pay']), pgw(['--help'])]);
  expect([unknown.code, missing.code, help.code]).toEqual([2, 2, 0]);
  expect(help.out).toMatch(/Exit codes:\n {2}0 {3}done/);
});

test('--help and help list the arguments and options of a command', async () => {
  const [flag, command] = await Promise.all([pgw(['verify', '--help']), pgw(['help', 'verify'])]);
  expect(flag).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Usage: pgw verify \[options\] <url> <signature>\n[^]*--explain/),
  });
  expect(command).toEqual(flag);
});

test('--help lists the commands with their descriptions', async () => {
  const { out } = await pgw(['--help']);
  expect(out).toMatch(/^ {2}refund-status +Query the status of a refund\.$/m);
});

test('the exit code is 3 (unreachable) when the connection is refused', async () => {
  const result = await runPgwProcess(['channels'], { env: { PGW_BASE_URL: await findUnusedUrl() } });
  expect(result).toMatchObject({ code: 3, out: '' });
});

test('the exit code is 4 (outcome unknown) after HTTP 500 and after Ctrl-C', async () => {
  sandbox.scenario('response-500', { endpoint: 'requestPayment' });
  expect(await pgw(['pay', ...createOrderOptions()])).toMatchObject({ code: 4 });
  sandbox.clearScenarios();
  sandbox.scenario('response-slow', { endpoint: 'requestPayment', delayMs: 20_000 });
  const slow = createOrderOptions();
  const reference = `Cli-${referenceCount}`;
  // The sandbox has stored the payment and has not sent the response yet.
  const interruptWhen = (): boolean => sandbox.findPayment(reference) !== undefined;
  expect(await runPgwProcess(['pay', ...slow], { interruptWhen })).toMatchObject({
    code: 4,
    err: expect.stringContaining('may have been processed'),
  });
});

test('the exit code is 5 (unauthorized) for a wrong secret key or a wrong password', async () => {
  const [secret, password] = await Promise.all([
    pgw(['channels'], { env: { PGW_SECRET_KEY: 'wrong-secret' } }),
    pgw(['channels'], { env: { PGW_PASSWORD: 'wrong-password' } }),
  ]);
  expect([secret.code, password.code]).toEqual([5, 5]);
  expect(secret.err + password.err).not.toMatch(/wrong-secret|wrong-password/);
});

test('the exit code is 6 (invalid response) when the URL is not the URL of a gateway', async () => {
  const result = await pgw(['channels'], {
    env: { PGW_BASE_URL: `${sandbox.url}/healthz`, PGW_TOKEN: 't' },
  });
  expect(result).toMatchObject({ code: 6, err: expect.stringContaining('baseUrl') });
});
