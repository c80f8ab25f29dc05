import { redirectionType } from '@pgw/protocol';
import { expect, it } from 'vitest';
import { toRedirect } from '../../src/engine/redirect.ts';
import { openShop, sentuh } from '../shop.ts';

const origins = ['https://gateway.example', 'https://shop.example'];

function redirectByScript(clientScript: string, redirectUrl: string | null = null) {
  const unknownOrigins: string[] = [];
  const rules = {
    origins,
    requiresHttps: true,
    onUnknownOrigin: (origin: string) => unknownOrigins.push(origin),
  };
  return {
    redirect: toRedirect({ redirectionType: redirectionType.script, redirectUrl, clientScript }, rules),
    unknownOrigins,
  };
}

it.each([
  "location.href = 'https://gateway.example/pay/1'",
  'location="https:\\/\\/gateway.example\\/pay?back=https%3A%2F%2Fshop.example"',
  "// leaves\nf.action = 'https://gateway.example/a'; f.back.value = 'https://shop.example/return'",
  "f.action = '//gateway.example/pay'",
  'document.forms[0].submit()',
])('a redirection script is used if it names only known origins: %s', (script) => {
  const url = 'https://gateway.example/pay/1';
  expect(redirectByScript(script, url)).toEqual({
    redirect: { type: 'script', script, url },
    unknownOrigins: [],
  });
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
  ["f.action = 'https:evil.example/'", 'https://evil.example'],
  ["f.action = 'https:/evil.example/'", 'https://evil.example'],
  ["f.action = 'https:\\\\\\\\evil.example/'", 'https://evil.example'],
])('a redirection script is refused if it names another origin: %s', (script, origin) => {
  expect(redirectByScript(script)).toEqual({ redirect: undefined, unknownOrigins: [origin] });
});

it.each([
  ['https:gateway.example/pay/1', 'https://gateway.example/pay/1'],
  ['https:/gateway.example/pay/1', 'https://gateway.example/pay/1'],
  ['HTTPS:\\\\GATEWAY.example\\pay\\1', 'https://gateway.example/pay/1'],
  [' https://gateway.example/pay/\t1\n', 'https://gateway.example/pay/1'],
  ['https://gateway.example:443', 'https://gateway.example/'],
])('the redirect URL %j is stored as it was parsed, and never as a relative URL', (redirectUrl, url) => {
  const rules = { origins, requiresHttps: true, onUnknownOrigin: () => {} };
  const response = { redirectionType: redirectionType.url, redirectUrl, clientScript: null };
  expect(toRedirect(response, rules)).toEqual({ type: 'url', url });
});

it('the redirect URL is used if the redirection script is refused', () => {
  const url = 'https://gateway.example/pay/1';
  expect(redirectByScript("location.href = 'https://evil.example/pay'", url)).toEqual({
    redirect: { type: 'url', url },
    unknownOrigins: ['https://evil.example'],
  });
});

it('the redirection script and the redirect URL are refused if the URL has another origin', () => {
  const { redirect, unknownOrigins } = redirectByScript(
    "location = 'https://gateway.example'",
    'https://evil.example/',
  );
  expect([redirect, unknownOrigins]).toEqual([undefined, ['https://evil.example']]);
});

const redirectByUrl = (redirectUrl: string, { requiresHttps }: { requiresHttps: boolean }) =>
  toRedirect(
    { redirectionType: redirectionType.url, redirectUrl },
    { origins, requiresHttps, onUnknownOrigin: () => undefined },
  );

it.each([
  'http://gateway.example/pay',
  'http://127.0.0.1/pay',
  'https://shop.example@evil.example/pay',
  'https://user:word@gateway.example/pay',
  'https://169.254.169.254/latest/meta-data',
  // 169.254.169.254 as one decimal number.
  'https://2852039166/',
  // The link-local addresses of IPv6 begin with fe80 to febf.
  'https://[fe80::1]/',
  'https://[febf::1]/',
  // A link-local address of IPv4, written as IPv6.
  'https://[::ffff:169.254.1.1]/',
  'https://0.0.0.0/',
  'https://[::]/',
  'javascript:alert(1)',
  'data:text/html,x',
  '//gateway.example/pay',
  '/pay',
  '',
])('an https shop refuses the redirect URL %j', (url) => {
  expect(redirectByUrl(url, { requiresHttps: true })).toBeUndefined();
});

it.each([
  'https://bank.example/pay?a=1#b',
  'https://10.0.0.1/pay',
  // A domain name with a letter outside of ASCII.
  'https://xn--bank-0qa.example/',
])('an https shop accepts the redirect URL %s', (url) => {
  expect(redirectByUrl(url, { requiresHttps: true })).toEqual({ type: 'url', url });
});

it('a shop on a loopback address accepts a redirect URL with plain http', () => {
  const url = 'http://127.0.0.1:4010/pay/1';
  expect(redirectByUrl(url, { requiresHttps: false })).toEqual({ type: 'url', url });
});

it.each(['http://169.254.169.254/', 'http://user@127.0.0.1/'])(
  'a shop on a loopback address refuses the redirect URL %s',
  (url) => {
    expect(redirectByUrl(url, { requiresHttps: false })).toBeUndefined();
  },
);

it('a redirection script to the gateway’s own origin is accepted without the option redirectOrigins', async () => {
  const shop = await openShop();
  const response = await (await shop.start({ channelId: sentuh })).json();
  const events = shop.events.map(({ event }) => event);
  await shop.close();
  expect(response).toMatchObject({ redirect: { type: 'url', url: expect.stringMatching(/\/redirect$/) } });
  expect(events).not.toContain('redirection-refused');
});
