import { describe, expect, it } from 'vitest';
import { redirectOf } from '../../src/start/redirect.ts';
import { openShop, sentuh } from '../shop.ts';

const origins = ['https://gateway.example', 'https://shop.example'];

function redirect(clientScript: string, redirectUrl: string | null = null) {
  const foreign: string[] = [];
  const rules = { origins, requiresHttps: true, onForeign: (origin: string) => foreign.push(origin) };
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

  it('is not used together with a foreign address', () => {
    const { way, foreign } = redirect("location = 'https://gateway.example'", 'https://evil.example/');
    expect([way, foreign]).toEqual([undefined, ['https://evil.example']]);
  });
});

const byUrl = (redirectUrl: string, requiresHttps: boolean) =>
  redirectOf({ redirectionType: 1, redirectUrl }, { origins, requiresHttps, onForeign: () => undefined });

describe('a redirect URL', () => {
  it.each([
    'http://gateway.example/pay',
    'http://127.0.0.1/pay',
    'https://shop.example@evil.example/pay',
    'https://user:word@gateway.example/pay',
    'https://169.254.169.254/latest/meta-data',
    'https://2852039166/',
    'https://[fe80::1]/',
    'https://[febf::1]/',
    'https://[::ffff:169.254.1.1]/',
    'https://0.0.0.0/',
    'https://[::]/',
    'javascript:alert(1)',
    'data:text/html,x',
    '//gateway.example/pay',
    '/pay',
    '',
  ])('of an https shop is refused: %s', (url) => {
    expect(byUrl(url, true)).toBeUndefined();
  });

  it.each(['https://bank.example/pay?a=1#b', 'https://10.0.0.1/pay', 'https://xn--bank-0qa.example/'])(
    'of an https shop is accepted: %s',
    (url) => {
      expect(byUrl(url, true)).toEqual({ type: 'url', url });
    },
  );

  it('may be plain http if the shop itself is on this machine, but not of a link-local host', () => {
    const url = 'http://127.0.0.1:4010/pay/1';
    expect(byUrl(url, false)).toEqual({ type: 'url', url });
    expect(byUrl('http://169.254.169.254/', false)).toBeUndefined();
    expect(byUrl('http://user@127.0.0.1/', false)).toBeUndefined();
  });
});

it('a redirect by script to the gateway of the checkout needs no option', async () => {
  const shop = await openShop();
  const response = await (await shop.start({ channelId: sentuh })).json();
  const events = shop.events.map(({ event }) => event);
  await shop.close();
  expect(response).toMatchObject({ redirect: { type: 'url', url: expect.stringMatching(/\/redirect$/) } });
  expect(events).not.toContain('redirection-refused');
});
