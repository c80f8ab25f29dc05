import { describe, expect, it } from 'vitest';
import { redirectOf } from '../../src/start/redirect.ts';
import { openShop, sentuh } from '../shop.ts';

const origins = ['https://gateway.example', 'https://shop.example'];

function redirect(clientScript: string, redirectUrl: string | null = null) {
  const foreign: string[] = [];
  const rules = { origins, onForeign: (origin: string) => foreign.push(origin) };
  return { way: redirectOf({ redirectionType: 2, redirectUrl, clientScript }, rules), foreign };
}

describe('a redirection script', () => {
  it.each([
    "location.href = 'https://gateway.example/pay/1'",
    'location="https:\\/\\/gateway.example\\/pay?back=https%3A%2F%2Fshop.example"',
    "// leaves\nf.action = 'https://gateway.example/a'; f.back.value = 'https://shop.example/return'",
    "f.action = '//gateway.example/pay'",
    'document.forms[0].submit()',
  ])('is handed on when it names known origins only: %s', (script) => {
    const url = 'https://gateway.example/pay/1';
    expect(redirect(script, url)).toEqual({ way: { type: 'script', script, url }, foreign: [] });
  });

  it.each([
    ["location.href = 'https://evil.example/pay'", 'https://evil.example'],
    ["location.href = 'https:\\/\\/evil.example\\/pay'", 'https://evil.example'],
    ["f.action = '//evil.example'", 'https://evil.example'],
    ["f.action = 'HTTPS://EVIL.example/'", 'https://evil.example'],
    ["f.action = 'https://gateway.example@evil.example/'", 'https://evil.example'],
    ["f.action = 'https://gateway.example.evil.example/'", 'https://gateway.example.evil.example'],
    ["f.action = 'http://gateway.example/'", 'http://gateway.example'],
    ["f.action = 'https://gateway.example:8443/'", 'https://gateway.example:8443'],
  ])('is not handed on when it names another: %s', (script, origin) => {
    expect(redirect(script)).toEqual({ way: undefined, foreign: [origin] });
    const url = 'https://gateway.example/pay/1';
    expect(redirect(script, url)).toEqual({ way: { type: 'url', url }, foreign: [origin] });
  });

  it('is not handed on beside a foreign address', () => {
    const { way, foreign } = redirect("location = 'https://gateway.example'", 'https://evil.example/');
    expect([way, foreign]).toEqual([undefined, ['https://evil.example']]);
  });
});

it('a payment by script leaves to the gateway of the checkout, without another word in the options', async () => {
  const shop = await openShop();
  const answer = await (await shop.start({ channelId: sentuh })).json();
  const events = shop.events.map(({ event }) => event);
  await shop.close();
  expect(answer).toMatchObject({ redirect: { type: 'script' } });
  expect(events).not.toContain('redirection-refused');
});
