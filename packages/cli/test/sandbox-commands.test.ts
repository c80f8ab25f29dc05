import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { verifyCallback } from '@pgw/protocol';
import type { Sandbox } from '@pgw/sandbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { run } from '../src/program.ts';
import { createVariables, runPgw, startSandbox, tenant, type CommandResult } from './run-pgw.ts';

const callbackUrl = 'http://127.0.0.1:9/pgw/callback';

/** Opens a payment with a callback URL that nothing listens to, by `pgw request`. */
async function openPayment(
  pgw: (args: readonly string[]) => Promise<CommandResult>,
  referenceCode: string,
): Promise<string> {
  const data = {
    currencyCode: 'MYR',
    amount: 4450,
    referenceCode,
    ipAddress: '203.0.113.7',
    returnUrl: 'https://shop.example/r',
    callbackUrl,
    timestamp: 1,
  };
  const { out, err } = await pgw(['request', 'requestPayment', '--data', JSON.stringify(data)]);
  expect(err).toBe('');
  return (JSON.parse(out) as { readonly transactionNumber: string }).transactionNumber;
}

describe('pgw request', () => {
  test('sends the fields with a new signature and timestamp, as the dashboard shows them', async () => {
    const { sandbox, pgw } = await startSandbox();
    const transactionNumber = await openPayment(pgw, 'REQ-1');
    expect(sandbox.findPayment(transactionNumber)).toMatchObject({ amount: 4450, referenceCode: 'REQ-1' });
    const queried = await pgw(['request', 'queryPayment', '--data', JSON.stringify({ transactionNumber })]);
    expect(JSON.parse(queried.out)).toMatchObject({ status: 0 });
  });

  test.each([
    [['request', 'processPayment', '--data', '{}'], /Allowed choices are requestPayment/],
    [['request', 'requestPayment', '--data', '[1]'], /--data must be a JSON object/],
    [['request', 'requestPayment', '--data', '{"amount":"much"}'], /amount/],
  ])('refuses %j', async (args, message) => {
    const { pgw } = await startSandbox();
    expect(await pgw(args)).toMatchObject({ code: 2, err: expect.stringMatching(message) });
  });
});

describe('pgw trigger', () => {
  test('payment.paid pays the order, and callback.sent sends its callback again', async () => {
    const { sandbox, pgw } = await startSandbox({ callbackRetryMs: [] });
    const number = await openPayment(pgw, 'A1-EXTRA');
    const paid = await pgw(['trigger', 'payment.paid', '--order', 'a1']);
    expect(paid).toMatchObject({ code: 0, out: expect.stringContaining(number) });
    expect(sandbox.findPayment(number)?.status).toBe(1);
    expect((await pgw(['trigger', 'callback.sent', '--order', 'A1-EXTRA'])).code).toBe(0);
    expect(sandbox.listCallbacks(number)).toHaveLength(2);
    expect((await pgw(['trigger', 'refund.made', '--order', number])).code).toBe(0);
    expect(sandbox.listRefunds(number)).toMatchObject([{ amount: 4450 }]);
  });

  test.each(['', '/', '//', '\n'])('PGW_BASE_URL can end with %j', async (end) => {
    const { sandbox, pgw } = await startSandbox();
    const number = await openPayment(pgw, 'A1');
    const options = { env: { PGW_BASE_URL: `${sandbox.url}${end}` } };
    const paid = await pgw(['trigger', 'payment.paid', '--order', 'A1'], options);
    expect(paid).toMatchObject({ code: 0, err: '' });
    const query = ['request', 'queryPayment', '--data', JSON.stringify({ transactionNumber: number })];
    expect(JSON.parse((await pgw(query, options)).out)).toMatchObject({ status: 1 });
  });

  test.each(['?a=1', '/#a'])('PGW_BASE_URL cannot end with %s', async (end) => {
    const { sandbox, pgw } = await startSandbox();
    const options = { env: { PGW_BASE_URL: `${sandbox.url}${end}` } };
    const result = await pgw(['trigger', 'payment.paid', '--order', 'A1'], options);
    expect(result).toMatchObject({
      code: 2,
      err: expect.stringContaining('must not have a query or a fragment'),
    });
  });

  test('names an unknown order, and an event that the status does not allow', async () => {
    const { pgw } = await startSandbox();
    await openPayment(pgw, 'A2');
    const unknown = await pgw(['trigger', 'payment.paid', '--order', 'none']);
    expect(unknown).toMatchObject({ code: 2, err: 'pgw: No payment has the number or reference "none".\n' });
    const refund = await pgw(['trigger', 'refund.made', '--order', 'A2']);
    expect(refund).toMatchObject({
      code: 2,
      err: expect.stringContaining('which does not allow refund.made'),
    });
  });

  test('a program that is no sandbox is named', async () => {
    const server = createServer((_incoming, outgoing) => void outgoing.writeHead(404).end('nothing'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { pgw } = await startSandbox();
    const env = { PGW_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    const result = await pgw(['trigger', 'payment.paid', '--order', 'A1'], { env });
    expect(result).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not a sandbox of this version'),
    });
  });
});

/** Starts `pgw listen` in this process. It is stopped when the test ends. */
function startListen(sandbox: Sandbox, args: readonly string[]) {
  const controller = new AbortController();
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  let out = '';
  stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  let err = '';
  stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const done = run(['listen', ...args], {
    env: createVariables(sandbox.url),
    cwd: '/',
    stdin,
    stdout,
    stderr,
    signal: controller.signal,
  });
  onTestFinished(async () => {
    controller.abort();
    await done;
  });
  return { controller, done, read: () => out, readErrors: () => err };
}

describe('pgw listen', () => {
  test('prints and forwards each callback, also one that is sent again, and ends by Ctrl-C', async () => {
    const received: { readonly body: string; readonly signature: string }[] = [];
    const server = createServer((incoming, outgoing) => {
      let body = '';
      incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
      incoming.on('end', () => {
        received.push({ body, signature: String(incoming.headers['cap-signature']) });
        outgoing.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pgw/callback`;
    const { sandbox, pgw } = await startSandbox({ callbackRetryMs: [] });
    const { controller, done, read, readErrors } = startListen(sandbox, ['--forward', target]);
    await expect.poll(readErrors).toContain('Listening');
    const number = await openPayment(pgw, 'L1');
    await pgw(['trigger', 'payment.paid', '--order', 'L1']);
    await expect.poll(() => received).toHaveLength(1);
    await pgw(['trigger', 'callback.sent', '--order', 'L1']);
    await expect.poll(() => received).toHaveLength(2);
    await expect.poll(read).toContain(`forwarded to ${target}: HTTP 204`);
    expect(read()).toContain(number);
    for (const { body, signature } of received)
      expect(verifyCallback({ rawBody: Buffer.from(body), signature }, callbackUrl, tenant.secretKey)).toBe(
        true,
      );
    controller.abort();
    expect(await done).toBe(0);
  });

  test('a sandbox that does not respond is named', async () => {
    const { sandbox, pgw } = await startSandbox();
    await sandbox.close();
    expect(await pgw(['listen'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('No sandbox responds at'),
    });
  });
});

test.each(['bash', 'zsh', 'fish'])('pgw completion %s has the commands and their options', async (shell) => {
  const { pgw } = await startSandbox();
  const { code, out } = await pgw(['completion', shell]);
  expect(code).toBe(0);
  for (const word of ['refund-status', 'listen', 'forward', 'session']) expect(out).toContain(word);
});

describe('a redirect of a program that is not a sandbox', () => {
  test.each([301, 302, 303, 307, 308])(
    'HTTP %i is not followed, and the order is sent to no other program',
    async (status) => {
      const paths: (string | undefined)[] = [];
      const server = createServer((request, response) => {
        paths.push(request.url);
        response.writeHead(status, { location: '/elsewhere' }).end();
      });
      onTestFinished(() => void server.close());
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const env = createVariables(`http://127.0.0.1:${port}`);
      const result = await runPgw(['trigger', 'payment.paid', '--order', 'A1'], { env });
      expect(result.err).toContain(`is not a sandbox of this version (HTTP ${status})`);
      expect(paths).toEqual(['/dashboard/trigger']);
    },
  );
});
