import { expect, it } from 'vitest';
import type { ScenarioName } from '../../../../src/index.ts';
import { startCallbackReceiver, startSandboxWithMerchant } from '../../../merchant.ts';

async function approve(scenario: ScenarioName | undefined, callbackUrl: string | null): Promise<string> {
  await using setup = await startSandboxWithMerchant();
  const { sandbox, merchant } = setup;
  const { body } = await merchant.openPayment(callbackUrl === null ? {} : { callbackUrl });
  if (scenario !== undefined) sandbox.scenario(scenario);
  const url = `${sandbox.url}/dashboard/${body.result.transactionNumber}/decide`;
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams({ outcome: 'approve' }) });
  return new URL(response.url).searchParams.get('message') ?? '';
}

it.each<[ScenarioName | undefined, string]>([
  [undefined, 'The callback is being sent.'],
  ['callback-never', 'A scenario loses the callback.'],
  ['callback-twice', 'The callback is being sent, twice.'],
  ['callback-wrongly-signed', 'The callback is being sent, wrongly signed by a scenario.'],
])('with the scenario %s, the message after an approval is: %s', async (scenario, text) => {
  await using receiver = await startCallbackReceiver();
  expect(await approve(scenario, receiver.url)).toBe(`The status is now 1 (Success). ${text}`);
});

it('with a late callback, the message after an approval has its time', async () => {
  await using receiver = await startCallbackReceiver();
  expect(await approve('callback-late', receiver.url)).toMatch(
    /The callback will be sent at \d\d:\d\d:\d\d\.$/,
  );
});

it('without a URL of the shop, the message after an approval says that no callback is sent', async () => {
  expect(await approve(undefined, null)).toBe(
    'The status is now 1 (Success). No callback is sent, because the shop gave no URL for it.',
  );
});
