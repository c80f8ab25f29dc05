import { expect, test } from 'vitest';
import { openShop } from './open-shop.ts';

test('the policy allows our own files, the gateway’s logos, and leaving to it; nothing inline', async () => {
  const shop = await openShop();
  try {
    const { headers, text } = await shop.visitor().get('/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.replace(/'nonce-[^']+'/, "'nonce-…'")).toBe(
      "default-src 'none'; script-src 'self' 'nonce-…'; style-src 'self'; img-src 'self' https://gateway.example; " +
        "connect-src 'self'; form-action 'self' https://gateway.example; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(text).not.toContain('unsafe');
  } finally {
    await shop.close();
  }
});

test('a nonce serves one answer', async () => {
  const shop = await openShop();
  try {
    const policies = await Promise.all(['/', '/'].map((path) => shop.visitor().get(path)));
    const [first, second] = policies.map(({ headers }) => headers.get('content-security-policy'));
    expect(first).not.toBe(second);
  } finally {
    await shop.close();
  }
});
