import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import * as shop from '../packages/checkout/test/fixtures.ts';
import { waitForPaint, waitForTimers } from './page-waits.ts';
import { openWidget, readAccessibleNodes, type WidgetOptions } from './widget.ts';

const list = ['Payment', 'How would you like to pay?'];
const bankPanel = [...list, 'Online banking', 'Choose your bank'];

async function ready(options: WidgetOptions = {}): Promise<Page> {
  const page = await openWidget(options);
  await page.locator('#pay').waitFor();
  return page;
}

async function withBanks(options: WidgetOptions = {}): Promise<Page> {
  const page = await ready(options);
  await page.getByRole('radio', { name: 'FPX online banking' }).click();
  await page.getByRole('searchbox').waitFor();
  return page;
}

function problem(status: number, code: string, rest: object = {}): { status: number; body: object } {
  return { status, body: { type: 'about:blank', title: code, status, code, detail: code, ...rest } };
}

/** The focused element, by its name or value. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    if (at instanceof HTMLInputElement && at.type === 'radio') return `${at.name} ${at.value}`;
    return at?.id || at?.className || at?.tagName || '';
  });
}

async function press(page: Page, key: string): Promise<string> {
  await page.keyboard.press(key);
  await waitForPaint(page);
  return focused(page);
}

describe('the accessibility tree', () => {
  it('of the list has each channel with name, group, hint, fee and limit, in its order', async () => {
    const radios = await readAccessibleNodes(await ready(), ['radio']);
    const within = (group: string): string[] => [...list, group];
    expect(radios).toEqual([
      {
        role: 'radio',
        name: 'FPX online banking',
        description: 'Approve with your bank',
        within: within('Online banking'),
      },
      {
        role: 'radio',
        name: 'DuitNow QR',
        description: 'Scan with your banking app',
        within: within('Online banking'),
      },
      { role: 'radio', name: 'Credit or debit card', description: '+ RM 1.93 fee', within: within('Cards') },
      { role: 'radio', name: 'KilatPay', description: '+ RM 0.50 fee', within: within('E-wallets') },
      { role: 'radio', name: 'Sentuh eWallet', within: within('E-wallets') },
      { role: 'radio', name: 'PasarPay', within: within('E-wallets') },
      {
        role: 'radio',
        name: 'LompatPay',
        description: 'Only up to RM 100.00',
        states: 'disabled',
        within: within('E-wallets'),
      },
      {
        role: 'radio',
        name: 'Ansur — pay in 3',
        description: 'See the instalments first',
        within: within('Pay later and rewards'),
      },
      {
        role: 'radio',
        name: 'Bintang Rewards',
        description: 'Choose your points next',
        within: within('Pay later and rewards'),
      },
    ]);
  });

  it('of the frame has a region, its heading, Pay with the total, and two empty live regions', async () => {
    const page = await ready();
    expect(
      await readAccessibleNodes(page, ['region', 'heading', 'button', 'status', 'alert', 'image', 'img']),
    ).toEqual([
      { role: 'region', name: 'Payment', within: [] },
      { role: 'heading', name: 'How would you like to pay?', states: 'level 2', within: list },
      { role: 'button', name: 'Pay RM 128.90', within: ['Payment'] },
      { role: 'status', name: '', within: [] },
      { role: 'alert', name: '', within: [] },
    ]);
  });

  it('of a choice has a checked radio button, and the total with the fee in Pay', async () => {
    const page = await ready();
    await page.getByRole('radio', { name: 'KilatPay' }).click();
    const checked = (await readAccessibleNodes(page, ['radio'])).filter(({ states }) =>
      states?.includes('checked'),
    );
    expect(checked).toMatchObject([{ name: 'KilatPay', states: 'checked focused' }]);
    expect(await readAccessibleNodes(page, ['button'])).toMatchObject([
      { name: 'Pay RM 129.40' },
      { name: 'Pay on your phone' },
    ]);
    await expect.poll(() => page.getByRole('status').textContent()).toMatch(/^Total to pay RM\s129\.40$/);
  });

  it('of the bank picker has a named group, the search, and each bank, offline banks with a text', async () => {
    const page = await withBanks();
    const inPanel = (await readAccessibleNodes(page, ['searchbox', 'radio'])).filter(({ within }) =>
      within.includes('Choose your bank'),
    );
    expect(inPanel).toHaveLength(1 + shop.banks.length);
    expect(inPanel[0]).toEqual({ role: 'searchbox', name: 'Search banks', within: bankPanel });
    expect(inPanel.filter(({ states }) => states === 'disabled')).toEqual([
      {
        role: 'radio',
        name: 'Bank Kinabalu',
        description: 'Offline',
        states: 'disabled',
        within: bankPanel,
      },
      {
        role: 'radio',
        name: 'Bank Teratai',
        description: 'Under maintenance',
        states: 'disabled',
        within: bankPanel,
      },
      {
        role: 'radio',
        name: 'Seroja Savings Bank',
        description: 'Offline',
        states: 'disabled',
        within: bankPanel,
      },
    ]);
    await expect.poll(() => page.getByRole('status').textContent()).toBe('20 banks found');
  });

  it('of a search has the number of results after the last key, and a button that clears it', async () => {
    const page = await withBanks();
    await page.getByRole('searchbox').fill('bank se');
    await expect.poll(() => page.getByRole('status').textContent()).toBe('2 banks found');
    expect(await readAccessibleNodes(page, ['button'])).toMatchObject([
      { name: 'Clear search', within: bankPanel },
      { name: 'Pay RM 128.90' },
      { name: 'Pay on your phone' },
    ]);
  });

  it('of a missing choice has the error at its control, which has the focus', async () => {
    const page = await ready();
    await page.locator('#pay').click();
    const radios = await readAccessibleNodes(page, ['radio']);
    expect(radios[0]).toMatchObject({ states: 'focused invalid' });
    expect(radios.filter(({ states }) => states?.includes('invalid') !== true)).toEqual([]);
    const described = await readAccessibleNodes(page, ['group']);
    expect([described[0]?.description, radios[0]?.description].join(' ')).toContain('Choose a way to pay.');
    await page.getByRole('radio', { name: 'FPX online banking' }).click();
    await page.getByRole('searchbox').waitFor();
    await page.locator('#pay').click();
    const first = (await readAccessibleNodes(page, ['radio'])).find(({ states }) =>
      states?.includes('focused'),
    );
    expect(first).toEqual({
      role: 'radio',
      name: 'Bank Angsana',
      description: 'Choose your bank to continue.',
      states: 'focused invalid',
      within: bankPanel,
    });
  });

  it('of a pending payment has a Pay button that names the state, is disabled and keeps the focus', async () => {
    const page = await ready();
    await page.route('**/pgw/payments', () => new Promise(() => {}));
    await page.getByRole('radio', { name: 'PasarPay' }).click();
    await page.locator('#pay').click();
    expect(await readAccessibleNodes(page, ['button'])).toEqual([
      {
        role: 'button',
        name: 'Starting your payment…',
        states: 'disabled focused',
        within: ['Payment'],
      },
      { role: 'button', name: 'Pay on your phone', states: 'disabled', within: ['Payment'] },
    ]);
    expect((await readAccessibleNodes(page, ['region']))[0]?.states).toBe('busy');
    await expect.poll(() => page.getByRole('status').textContent()).toBe('Starting your payment…');
  });

  it('of a changed total has the focus on the notice, and announces it once', async () => {
    const order = { ...shop.order, amount: 13_490 };
    const session = { body: shop.session };
    const page = await ready({ responses: { session, payments: problem(409, 'total-changed', { order }) } });
    session.body = { ...shop.session, order };
    await page.getByRole('radio', { name: 'PasarPay' }).click();
    await page.locator('#pay').click();
    await expect.poll(() => focused(page)).toBe('notice');
    expect(await page.locator('#notice').innerText()).toMatch(/now RM.134\.90 \(it was RM.128\.90\)/);
    // The delay of an announcement.
    await waitForTimers(page, 100);
    expect(await page.getByRole('alert').textContent()).toBe('');
    expect(await readAccessibleNodes(page, ['button'])).toMatchObject([
      { name: 'Pay RM 134.90' },
      { name: 'Pay on your phone' },
    ]);
  });

  it('of a refused start has an alert, and the focus stays on Pay', async () => {
    const page = await ready({ responses: { payments: problem(502, 'payment-refused') } });
    await page.getByRole('radio', { name: 'PasarPay' }).click();
    await page.locator('#pay').click();
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toContain('We couldn’t start your payment.');
    expect(await focused(page)).toBe('pay');
  });

  for (const [state, title, controls] of [
    ['paid', 'Payment successful', ['Copy reference 2005671137F81FD8', 'View your order']],
    ['pending', 'Confirming your payment', ['Copy reference 2005671137F81FD8']],
    [
      'failed',
      'Payment not completed',
      ['Copy reference 2005671137F81FD8', 'Try again', 'Choose another way to pay'],
    ],
    ['cancelled', 'Payment cancelled', ['Try again', 'Choose another way to pay']],
    ['expired', 'Payment time ran out', ['Start again']],
    ['refunded', 'Payment refunded', ['Copy reference 2005671137F81FD8']],
  ] as const) {
    it(`of the outcome "${state}" has a focused heading, facts with their terms, and actions`, async () => {
      const page = await openWidget({
        responses: { 'payments/pay_1': { body: { ...shop.payment, state } } },
        markup: '<pgw-payment-status payment="pay_1"></pgw-payment-status>',
      });
      await expect.poll(() => focused(page)).toBe('title');
      const all = await readAccessibleNodes(page, ['heading', 'button', 'link', 'term']);
      expect(all[0]).toEqual({
        role: 'heading',
        name: title,
        states: 'focused level 2',
        within: ['Payment'],
      });
      const names = all.filter(({ role }) => role === 'button' || role === 'link').map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining([...controls]));
      if (controls[0]?.startsWith('Copy')) expect(all.map(({ name }) => name)).toContain('Reference');
    });
  }
});

describe('the keyboard', () => {
  it('Tab stops at the first enabled or the checked channel, its panel, Pay, and the links of the footer', async () => {
    const page = await ready({
      markup: `<a id="before" href="#">b</a><pgw-checkout order="${shop.order.id}"><a id="terms" slot="footer" href="#">t</a></pgw-checkout><a id="after" href="#">a</a>`,
    });
    await page.locator('#before').focus();
    const stops = ['channel 1', 'pay', 'terms', 'after'];
    for (const stop of stops) expect(await press(page, 'Tab')).toBe(stop);
    for (const stop of [...stops.slice(0, -1).toReversed(), 'before'])
      expect(await press(page, 'Shift+Tab')).toBe(stop);
    await page.getByRole('radio', { name: 'FPX online banking' }).click();
    await page.getByRole('searchbox').waitFor();
    await page.locator('#before').focus();
    const open = ['channel 1', 'search'];
    for (const stop of open) expect(await press(page, 'Tab')).toBe(stop);
    expect(await press(page, 'Tab')).toMatch(/^bank B1$/);
    expect(await press(page, 'Tab')).toBe('pay');
  });

  it('arrow keys choose the next or previous enabled channel, wrap, and stay in their group', async () => {
    const page = await ready({
      markup: `<input type="radio" name="channel" value="of the page"><pgw-checkout order="${shop.order.id}"></pgw-checkout>`,
    });
    await page.getByRole('radio', { name: 'PasarPay' }).focus();
    expect(await press(page, 'Space')).toBe('channel 6');
    expect(await press(page, 'ArrowDown')).toBe('channel 8');
    expect(await press(page, 'ArrowRight')).toBe('channel 9');
    expect(await press(page, 'ArrowDown')).toBe('channel 1');
    expect(await press(page, 'ArrowLeft')).toBe('channel 9');
    expect(await press(page, 'ArrowUp')).toBe('channel 8');
    expect(await page.getByRole('radio', { name: 'Ansur' }).isChecked()).toBe(true);
  });

  it('from right to left, the left arrow key chooses the next channel', async () => {
    const page = await ready({ lang: 'ar' });
    await page.evaluate(() => {
      const script = globalThis as unknown as {
        PgwCheckout: { registerLocale(tag: string, texts: object): void };
      };
      script.PgwCheckout.registerLocale('ar', { choose: 'كيف تريد الدفع؟' });
    });
    await page.getByText('كيف تريد الدفع؟').waitFor();
    await page.getByRole('radio', { name: 'KilatPay' }).focus();
    await press(page, 'Space');
    expect(await press(page, 'ArrowLeft')).toBe('channel 5');
    expect(await press(page, 'ArrowRight')).toBe('channel 4');
  });

  it('Down in the search focuses the first enabled bank without choosing it; Escape clears the search first', async () => {
    const page = await withBanks();
    await page.evaluate(() => {
      document.addEventListener('keydown', ({ key }) => {
        if (key === 'Escape') document.title = 'Escaped';
      });
    });
    await page.getByRole('searchbox').fill('bank');
    expect(await press(page, 'ArrowDown')).toBe('bank B1');
    expect(await page.getByRole('radio', { name: 'Bank Angsana' }).isChecked()).toBe(false);
    await page.getByRole('searchbox').focus();
    expect(await press(page, 'Escape')).toBe('search');
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    expect(await page.title()).toBe('Shop');
    await press(page, 'Escape');
    expect(await page.title()).toBe('Escaped');
  });

  it('Enter in the search chooses the only match, does nothing with several matches, and never pays', async () => {
    const page = await withBanks();
    let starts = 0;
    await page.route('**/pgw/payments', () => {
      starts += 1;
    });
    await page.getByRole('searchbox').fill('bank s');
    expect(await press(page, 'Enter')).toBe('search');
    await page.getByRole('searchbox').fill('bank seri');
    expect(await press(page, 'Enter')).toBe('bank B8');
    expect(await page.getByRole('radio', { name: 'Bank Seri' }).isChecked()).toBe(true);
    expect(starts).toBe(0);
  });

  it('Enter in other fields of the form submits it', async () => {
    const page = await ready();
    await page.getByRole('radio', { name: 'PasarPay' }).focus();
    await press(page, 'Space');
    await page.keyboard.press('Enter');
    await page.waitForURL('https://bank.example/**');
  });
});
