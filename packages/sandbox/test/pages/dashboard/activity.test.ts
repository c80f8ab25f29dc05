import { canonicalJson, hmac } from '@pgw/protocol/internal';
import { describe, expect, it } from 'vitest';
import { defaultTenant, type Sandbox } from '../../../src/index.ts';
import { createPaymentRequest, startCallbackReceiver, startSandboxWithMerchant } from '../../merchant.ts';

async function fetchText(url: string): Promise<string> {
  return (await (await fetch(url)).text()).replaceAll(/\s+/g, ' ');
}

function post(sandbox: Sandbox, path: string, fields: Record<string, string>): Promise<Response> {
  return fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
}

describe('the timeline of a payment', () => {
  it('shows the request, each change with its actor, and the attempts of the callback', async () => {
    await using receiver = await startCallbackReceiver();
    await using setup = await startSandboxWithMerchant();
    const { sandbox, merchant } = setup;
    const { transactionNumber } = (await merchant.openPayment({ callbackUrl: receiver.url })).body.result;
    await post(sandbox, `/dashboard/${transactionNumber}/decide`, { outcome: 'approve' });
    await receiver.waitForCallbacks(1);
    await expect
      .poll(() => fetchText(`${sandbox.url}/dashboard?open=${transactionNumber}`))
      .toContain('Callback with status 1, attempt 1: HTTP 204');
    const page = await fetchText(`${sandbox.url}/dashboard?open=${transactionNumber}`);
    const positions = [
      'requestPayment: HTTP 200',
      'Payment of RM 128.90 (sent as 12890) created: Pending (0)',
      'Payment: Pending (0) to Success (1)',
      'by you, on the dashboard',
      'Callback with status 1, attempt 1: HTTP 204',
    ].map((text) => page.indexOf(text));
    expect(positions.every((position) => position > 0)).toBe(true);
    expect(positions).toStrictEqual([...positions].sort((a, b) => a - b));
    expect(page).toContain('The signature matches.');
  });

  it('contains no secret and no bearer token', async () => {
    await using setup = await startSandboxWithMerchant();
    const { transactionNumber } = (await setup.merchant.openPayment()).body.result;
    const page = await fetchText(`${setup.sandbox.url}/dashboard?open=${transactionNumber}`);
    expect(page).toContain('authorization: Bearer (masked)');
    for (const secret of [setup.merchant.token, defaultTenant.secretKey, defaultTenant.password])
      expect(page).not.toContain(secret);
  });
});

describe('the page of requests', () => {
  it('explains a wrong signature by the first different character and the broken rule', async () => {
    await using setup = await startSandboxWithMerchant();
    const { sandbox, merchant } = setup;
    const body = canonicalJson(createPaymentRequest());
    const signature = hmac(
      `${merchant.toUrl('requestPayment')}/${body}`.toLowerCase(),
      defaultTenant.secretKey,
    );
    await merchant.send('requestPayment', {
      body,
      headers: merchant.createHeaders({ 'cap-signature': signature }),
    });
    const { id, data } = sandbox.listActivities({ kind: 'request' }).at(-1)!;
    const list = await fetchText(`${sandbox.url}/dashboard/requests`);
    expect(list).toContain('does not match');
    const page = await fetchText(`${sandbox.url}/dashboard/requests?open=${id}`);
    const { expected = '' } = data.signature ?? {};
    const index = [...signature].findIndex((character, position) => character !== expected[position]);
    expect(page).toContain(`The signature does not match: character ${index + 1} differs.`);
    expect(page).toContain(`>${signature.slice(0, index)}<mark>${signature.slice(index, index + 1)}</mark>`);
    expect(page).toContain('The URL was signed with a slash at its end (rule 3).');
  });

  it('has a command that repeats a request, but not for a card or a sign-in', async () => {
    await using setup = await startSandboxWithMerchant();
    await setup.merchant.openPayment({ description: "it's" });
    const [login, payment] = setup.sandbox.listActivities({ kind: 'request' });
    const toPage = (id = 0): Promise<string> =>
      fetchText(`${setup.sandbox.url}/dashboard/requests?open=${id}`);
    expect(await toPage(payment?.id)).toContain('npx @pgw/cli request requestPayment --data');
    expect(await toPage(payment?.id)).toContain('it&#39;\\&#39;&#39;s');
    expect(await toPage(login?.id)).not.toContain('npx @pgw/cli request');
  });
});

describe('the events', () => {
  it('each activity is sent with its id and text, also those since the last received one', async () => {
    await using setup = await startSandboxWithMerchant();
    const lastId = setup.sandbox.listActivities().at(-1)!.id;
    await setup.merchant.openPayment();
    const controller = new AbortController();
    const response = await fetch(`${setup.sandbox.url}/dashboard/events`, {
      headers: { 'last-event-id': String(lastId) },
      signal: controller.signal,
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let received = '';
    const readUntil = async (text: string): Promise<void> => {
      while (!received.includes(text)) received += (await reader.read()).value ?? '';
    };
    await readUntil('"text":"requestPayment: HTTP 200"');
    setup.sandbox.scenario('callback-never');
    await readUntil('"text":"Scenario callback-never switched on"');
    expect(received).toContain(`id: ${lastId + 1}\nevent: activity\ndata: {`);
    controller.abort();
  });

  it('an open dashboard gets the first activity after a reset', async () => {
    await using setup = await startSandboxWithMerchant();
    const controller = new AbortController();
    const response = await fetch(`${setup.sandbox.url}/dashboard/events`, { signal: controller.signal });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    await setup.sandbox.reset();
    setup.sandbox.scenario('callback-never');
    let received = '';
    while (!received.includes('"control":"scenario-on"')) received += (await reader.read()).value ?? '';
    expect(received).toContain('id: 1\nevent: activity\n');
    controller.abort();
  });
});

describe('the next callback', () => {
  it('is lost after one click, and the callback after it is sent', async () => {
    await using receiver = await startCallbackReceiver();
    await using setup = await startSandboxWithMerchant();
    const { sandbox, merchant } = setup;
    const { transactionNumber } = (await merchant.openPayment({ callbackUrl: receiver.url })).body.result;
    const other = (await merchant.openPayment({ callbackUrl: receiver.url })).body.result.transactionNumber;
    await post(sandbox, `/dashboard/${transactionNumber}/next-callback`, { scenario: 'callback-never' });
    expect(await fetchText(`${sandbox.url}/dashboard`)).toContain('aria-checked="true"');
    sandbox.decide(transactionNumber, 'approve');
    sandbox.decide(other, 'approve');
    sandbox.changeStatus(transactionNumber, 2);
    const callbacks = await receiver.waitForCallbacks(2);
    expect(callbacks.map(({ body }) => [body.transactionNumber, body.status])).toStrictEqual([
      [other, 1],
      [transactionNumber, 2],
    ]);
  });

  it('is sent normally after the switch is switched off', async () => {
    await using receiver = await startCallbackReceiver();
    await using setup = await startSandboxWithMerchant();
    const { transactionNumber } = (await setup.merchant.openPayment({ callbackUrl: receiver.url })).body
      .result;
    for (const scenario of ['callback-wrongly-signed', ''])
      await post(setup.sandbox, `/dashboard/${transactionNumber}/next-callback`, { scenario });
    setup.sandbox.decide(transactionNumber, 'approve');
    await receiver.waitForCallbacks(1);
    expect(setup.sandbox.listCallbacks(transactionNumber)).toMatchObject([{ isWronglySigned: false }]);
  });
});
