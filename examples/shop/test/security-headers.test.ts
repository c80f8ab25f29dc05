import { expect, test } from 'vitest';
import { setUpShop } from './set-up-shop.ts';

const shop = setUpShop();

test('the Content Security Policy allows only scripts with the nonce, and the gateway’s logos and forms', async () => {
  const { headers, text } = await shop.createVisitor().get('/');
  const policy = headers.get('content-security-policy') ?? '';
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
  expect(policy.replaceAll(nonce, '…')).toBe(
    "default-src 'none'; script-src 'nonce-…' 'strict-dynamic' 'self'; style-src 'nonce-…' 'self'; connect-src 'self'; " +
      "img-src 'self' https://gateway.example; form-action 'self' https://gateway.example; base-uri 'none'; " +
      "frame-ancestors 'none'; require-trusted-types-for 'script'; " +
      'trusted-types lit-html pgw-loader pgw-office',
  );
  const scripts = text.match(/<script[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
});

test('a page requires HTTPS for a year, denies access to the camera, and cannot be embedded by another origin', async () => {
  const { headers } = await shop.createVisitor().get('/');
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  expect(headers.get('permissions-policy')).toContain('camera=()');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
});

test('each response has its own nonce', async () => {
  const policies = await Promise.all(['/', '/'].map((path) => shop.createVisitor().get(path)));
  const [first, second] = policies.map(({ headers }) => headers.get('content-security-policy'));
  expect(first).not.toBe(second);
});
