import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultTenant } from '../../src/index.ts';
import { startSandboxWithMerchant, createPaymentRequest, type Merchant } from '../merchant.ts';

const maliciousText = '"><script>alert(1)</script>\'&';

/**
 * Fetches the hosted page, the bank page before and after the payment, the result of its form, and the front
 * page.
 */
async function fetchPages(merchant: Merchant, fields: Record<string, string>): Promise<string[]> {
  const { channelId, ...data } = createPaymentRequest();
  const hosted = await merchant.post('requestPayment', {
    ...data,
    ...fields,
    referenceCode: `${maliciousText} hosted`,
  });
  const direct = await merchant.post('requestPayment', {
    ...data,
    ...fields,
    channelId,
    referenceCode: `${maliciousText} direct`,
  });
  const bank = direct.body.result.redirectUrl;
  const texts = [
    await fetchText(hosted.body.result.redirectUrl),
    await fetchText(bank),
    await fetchText(merchant.baseUrl),
  ];
  const response = await fetch(bank, { method: 'POST', body: new URLSearchParams({ outcome: 'approve' }) });
  return [...texts, await response.text(), await fetchText(bank)];
}

async function fetchText(url: string): Promise<string> {
  return (await fetch(url)).text();
}

describe('every page', () => {
  it('every page escapes the texts of the merchant', async () => {
    await using setup = await startSandboxWithMerchant({
      tenants: [{ ...defaultTenant, name: maliciousText }],
    });
    const pages = await fetchPages(setup.merchant, {
      description: maliciousText,
      returnUrl: 'http://127.0.0.1/?a=">',
    });
    for (const page of pages) {
      expect(page).not.toMatch(/<script(?! type="module" src="\/assets)/);
      expect(page).toContain('&lt;script&gt;');
    }
  });

  it('no page shows a secret', async () => {
    await using setup = await startSandboxWithMerchant();
    for (const page of await fetchPages(setup.merchant, {})) {
      for (const secret of [defaultTenant.secretKey, defaultTenant.password, setup.merchant.token])
        expect(page).not.toContain(secret);
    }
  });

  it('every page begins with the sandbox notice, and has one h1, a skip link, a title and no script of its own', async () => {
    await using setup = await startSandboxWithMerchant();
    for (const page of await fetchPages(setup.merchant, {})) {
      const [notice] = /<body[^>]*>\s*<aside class="sandbox-notice".*?<\/aside>/s.exec(page) ?? [];
      expect(notice).toContain('Sandbox. No real money moves.');
      expect(page.match(/<h1/g)).toHaveLength(1);
      expect(page).toContain('href="#content"');
      expect(page).toContain('id="content"');
      expect(page).toMatch(/<title>[^<]+<\/title>/);
      expect(page).not.toMatch(/<script(?! type="module" src="\/assets)| on[a-z]+=|style="/);
      expect(new Set(findIds(page)).size).toBe(findIds(page).length);
    }
  });

  it('every page has a content security policy that allows no scripts, and is not cached', async () => {
    await using setup = await startSandboxWithMerchant();
    const { result } = (await setup.merchant.openPayment()).body;
    for (const url of [result.redirectUrl, `${setup.sandbox.url}/pay/nothing`]) {
      const { headers } = await fetch(url);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/);
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  it('every page is well-formed for any text of a reference and description', async () => {
    await using setup = await startSandboxWithMerchant();
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(text, async (word) => {
        const startResponse = await setup.merchant.openPayment({
          description: word,
          referenceCode: `${Math.random()}${word}`.slice(0, 50),
        });
        fc.pre(startResponse.status === 200);
        const page = await fetchText(startResponse.body.result.redirectUrl);
        const markup = page.replaceAll(/&(amp|lt|gt|quot|#39);/g, '');
        expect(markup.match(/<h1/g)).toHaveLength(1);
        expect(markup.trimEnd()).toMatch(/<\/html>$/);
        expect(markup).not.toContain('<script');
      }),
      { numRuns: 30 },
    );
  });
});

it('the style sheet of the pages is served and cached without limit', async () => {
  await using setup = await startSandboxWithMerchant();
  const link = /href="(\/assets\/[^"]+)"/.exec(await fetchText(setup.sandbox.url))?.[1];
  const styles = await fetch(`${setup.sandbox.url}${link}`);
  expect(styles.headers.get('content-type')).toContain('text/css');
  expect(styles.headers.get('cache-control')).toContain('immutable');
});

it('the front page has the settings of a shop without secrets, what happened last, and the latest payments', async () => {
  await using setup = await startSandboxWithMerchant();
  const { result } = (await setup.merchant.openPayment({ referenceCode: 'RC-10482' })).body;
  const page = await fetchText(setup.sandbox.url);
  for (const text of [
    defaultTenant.id,
    defaultTenant.userName,
    'RC-10482',
    `/bank/${result.transactionNumber}`,
    `PGW_BASE_URL=${setup.sandbox.url}\nPGW_MERCHANT_ID=${defaultTenant.id}\nPGW_USER=${defaultTenant.userName}<`,
    'requestPayment: HTTP 200',
  ])
    expect(page).toContain(text);
  expect(page).not.toMatch(/PGW_(SECRET_KEY|PASSWORD)=/);
});

function findIds(page: string): string[] {
  return [...page.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]!);
}
