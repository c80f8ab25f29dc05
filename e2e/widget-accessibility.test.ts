import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import * as fixtures from '../packages/checkout/test/fixtures.ts';
import { waitForPaint, waitForTimers } from './page-waits.ts';
import { openWidget, readAccessibleNodes, type WidgetOptions } from './widget.ts';
import { isNightly } from '../scripts/nightly.ts';

const list = ['Payment', 'How would you like to pay?'];
const bankPanel = [...list, 'Online banking', 'Choose your bank'];

async function openReadyWidget(options: WidgetOptions = {}): Promise<Page> {
  const page = await openWidget(options);
  await page.locator('#pay').waitFor();
  return page;
}

async function openBankPicker(options: WidgetOptions = {}): Promise<Page> {
  const page = await openReadyWidget(options);
  await page.getByRole('radio', { name: 'FPX online banking' }).click();
  await page.getByRole('searchbox').waitFor();
  return page;
}

function toProblemResponse(
  status: number,
  code: string,
  rest: object = {},
): { status: number; body: object } {
  return { status, body: { type: 'about:blank', title: code, status, code, detail: code, ...rest } };
}

/**
 * Returns the name and value of a focused radio button, or the id, class or tag of another focused element. The
 * values are ids of the fixtures, such as `channel 4` for KilatPay and `bank B8` for Bank Seri.
 */
function readFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    if (active instanceof HTMLInputElement && active.type === 'radio')
      return `${active.name} ${active.value}`;
    return active?.id || active?.className || active?.tagName || '';
  });
}

/** Presses a key. Returns the focused item, as `readFocus` does. */
async function pressKey(page: Page, key: string): Promise<string> {
  await page.keyboard.press(key);
  await waitForPaint(page);
  return readFocus(page);
}

describe('the accessibility tree', () => {
  it('the accessibility tree of the list has each channel in order with name, group, hint, fee and limit', async () => {
    const radios = await readAccessibleNodes(await openReadyWidget(), ['radio']);
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
      { role: 'radio', name: 'Credit or debit card', within: within('Cards') },
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
        description: 'Pay with your points',
        within: within('Pay later and rewards'),
      },
    ]);
  });

  if (isNightly)
    it('the accessibility tree of the frame has a region, a heading, Pay with the total, and two empty live regions', async () => {
      const page = await openReadyWidget();
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

  if (isNightly)
    it('after a choice the accessibility tree has a checked radio button, and Pay has the total with the fee', async () => {
      const page = await openReadyWidget();
      await page.getByRole('radio', { name: 'KilatPay' }).click();
      const checked = (await readAccessibleNodes(page, ['radio'])).filter(({ states }) =>
        states?.includes('checked'),
      );
      expect(checked).toMatchObject([{ name: 'KilatPay', states: 'checked focused' }]);
      expect(await readAccessibleNodes(page, ['button'])).toMatchObject([
        { name: 'Other ways to pay' },
        { name: 'Pay RM 129.40 at KilatPay' },
        { name: 'Pay on your phone' },
      ]);
      await expect.poll(() => page.getByRole('status').textContent()).toMatch(/^Total to pay RM\s129\.40$/);
    });

  if (isNightly)
    it('the accessibility tree of the bank picker has a named group, the search, and each bank with its status', async () => {
      const page = await openBankPicker();
      const panelNodes = (await readAccessibleNodes(page, ['searchbox', 'radio'])).filter(({ within }) =>
        within.includes('Choose your bank'),
      );
      expect(panelNodes).toHaveLength(1 + fixtures.banks.length);
      expect(panelNodes[0]).toEqual({ role: 'searchbox', name: 'Search banks', within: bankPanel });
      expect(panelNodes.filter(({ states }) => states === 'disabled')).toEqual([
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

  if (isNightly)
    it('after a search the status announces the number of banks, and a button clears the search', async () => {
      const page = await openBankPicker();
      await page.getByRole('searchbox').fill('bank se');
      await expect.poll(() => page.getByRole('status').textContent()).toBe('2 banks found');
      expect(await readAccessibleNodes(page, ['button'])).toMatchObject([
        { name: 'Clear search', within: bankPanel },
        { name: 'Other ways to pay' },
        { name: 'Pay RM 128.90' },
        { name: 'Pay on your phone' },
      ]);
    });

  it('after Pay without a choice the invalid control has the focus and the error as its description', async () => {
    const page = await openReadyWidget();
    await page.locator('#pay').click();
    const radios = await readAccessibleNodes(page, ['radio']);
    expect(radios[0]).toMatchObject({ states: 'focused invalid' });
    expect(radios.filter(({ states }) => states?.includes('invalid') !== true)).toEqual([]);
    const groups = await readAccessibleNodes(page, ['group']);
    expect([groups[0]?.description, radios[0]?.description].join(' ')).toContain('Choose a way to pay.');
    await page.getByRole('radio', { name: 'FPX online banking' }).click();
    await page.getByRole('searchbox').waitFor();
    await page.locator('#pay').click();
    const focusedRadio = (await readAccessibleNodes(page, ['radio'])).find(({ states }) =>
      states?.includes('focused'),
    );
    expect(focusedRadio).toEqual({
      role: 'radio',
      name: 'Bank Angsana',
      description: 'Choose your bank to continue.',
      states: 'focused invalid',
      within: bankPanel,
    });
  });

  if (isNightly)
    it('while a payment is starting, Pay names the state, is disabled and keeps the focus', async () => {
      const page = await openReadyWidget();
      await page.route('**/pgw/payments', () => new Promise(() => {}));
      await page.getByRole('radio', { name: 'PasarPay' }).click();
      await page.locator('#pay').click();
      expect(await readAccessibleNodes(page, ['button'])).toEqual([
        { role: 'button', name: 'Other ways to pay', states: 'disabled', within: list },
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

  if (isNightly)
    it('after a changed total the notice has the focus and is announced once', async () => {
      const order = { ...fixtures.order, amount: 13_490 };
      const session = { body: fixtures.session };
      const page = await openReadyWidget({
        responses: { session, payments: toProblemResponse(409, 'total-changed', { order }) },
      });
      session.body = { ...fixtures.session, order };
      await page.getByRole('radio', { name: 'PasarPay' }).click();
      await page.locator('#pay').click();
      await expect.poll(() => readFocus(page)).toBe('notice');
      expect(await page.locator('#notice').innerText()).toMatch(/now RM.134\.90 \(it was RM.128\.90\)/);
      // The element announces a text after a delay of 100 ms.
      await waitForTimers(page, 100);
      expect(await page.getByRole('alert').textContent()).toBe('');
      expect(await readAccessibleNodes(page, ['button'])).toMatchObject([
        { name: 'Other ways to pay' },
        { name: 'Pay RM 134.90 at PasarPay' },
        { name: 'Pay on your phone' },
      ]);
    });

  if (isNightly)
    it('a refused start is announced by an alert, and the focus stays on Pay', async () => {
      const page = await openReadyWidget({
        responses: { payments: toProblemResponse(422, 'payment-refused') },
      });
      await page.getByRole('radio', { name: 'PasarPay' }).click();
      await page.locator('#pay').click();
      await expect
        .poll(() => page.getByRole('alert').textContent())
        .toContain('We couldn’t start your payment.');
      expect(await readFocus(page)).toBe('pay');
    });

  for (const [state, title, controls] of [
    ['paid', 'Payment successful', ['Copy reference pay_2005671137F81FD8', 'View your order']],
    ['pending', 'Confirming your payment', ['Copy reference pay_2005671137F81FD8']],
    [
      'failed',
      'Payment not completed',
      ['Copy reference pay_2005671137F81FD8', 'Try again', 'Choose another way to pay'],
    ],
    ['canceled', 'Payment cancelled', ['Try again', 'Choose another way to pay']],
    ['expired', 'Payment time ran out', ['Start again']],
    ['refunded', 'Payment refunded', ['Copy reference pay_2005671137F81FD8']],
  ] as const) {
    // In every run, the element's tests have the focus and the buttons of each outcome.
    if (!isNightly) continue;
    it(`the accessibility tree of a payment that is ${state} has a focused heading, facts with terms, and actions`, async () => {
      const page = await openWidget({
        responses: { 'payments/pay_1': { body: { ...fixtures.payment, state } } },
        markup: '<pgw-payment-status payment="pay_1"></pgw-payment-status>',
      });
      await expect.poll(() => readFocus(page)).toBe('title');
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

if (isNightly)
  describe('the keyboard', () => {
    it('Tab stops at the checked or first enabled channel, at its panel, at Pay, and at the links of the footer', async () => {
      const page = await openReadyWidget({
        markup: `<a id="before" href="#">b</a><pgw-checkout order="${fixtures.order.id}"><a id="terms" slot="footer" href="#">t</a></pgw-checkout><a id="after" href="#">a</a>`,
      });
      await page.locator('#before').focus();
      const focusOrder = ['channel 1', 'pay', 'terms', 'after'];
      for (const stop of focusOrder) expect(await pressKey(page, 'Tab')).toBe(stop);
      for (const stop of [...focusOrder.slice(0, -1).toReversed(), 'before'])
        expect(await pressKey(page, 'Shift+Tab')).toBe(stop);
      await page.getByRole('radio', { name: 'FPX online banking' }).click();
      await page.getByRole('searchbox').waitFor();
      await page.locator('#before').focus();
      const panelOrder = ['channel 1', 'search'];
      for (const stop of panelOrder) expect(await pressKey(page, 'Tab')).toBe(stop);
      expect(await pressKey(page, 'Tab')).toMatch(/^bank B1$/);
      expect(await pressKey(page, 'Tab')).toBe('others');
      expect(await pressKey(page, 'Tab')).toBe('pay');
    });

    it('arrow keys choose the next or previous enabled channel, wrap around, and stay in the element', async () => {
      const page = await openReadyWidget({
        markup: `<input type="radio" name="channel" value="of the page"><pgw-checkout order="${fixtures.order.id}"></pgw-checkout>`,
      });
      await page.getByRole('radio', { name: 'PasarPay' }).focus();
      expect(await pressKey(page, 'Space')).toBe('channel 6');
      expect(await pressKey(page, 'ArrowDown')).toBe('channel 8');
      expect(await pressKey(page, 'ArrowRight')).toBe('channel 9');
      expect(await pressKey(page, 'ArrowDown')).toBe('channel 1');
      expect(await pressKey(page, 'ArrowLeft')).toBe('channel 9');
      expect(await pressKey(page, 'ArrowUp')).toBe('channel 8');
      expect(await page.getByRole('radio', { name: 'Ansur' }).isChecked()).toBe(true);
    });

    it('in a right-to-left language, the left arrow key chooses the next channel', async () => {
      const page = await openReadyWidget({ lang: 'ar' });
      await page.evaluate(() => {
        const script = globalThis as unknown as {
          PgwCheckout: { registerLocale(tag: string, texts: object): void };
        };
        script.PgwCheckout.registerLocale('ar', { choose: 'كيف تريد الدفع؟' });
      });
      await page.getByText('كيف تريد الدفع؟').waitFor();
      await page.getByRole('radio', { name: 'KilatPay' }).focus();
      await pressKey(page, 'Space');
      expect(await pressKey(page, 'ArrowLeft')).toBe('channel 5');
      expect(await pressKey(page, 'ArrowRight')).toBe('channel 4');
    });

    it('Down in the search focuses the first enabled bank without choosing it; Escape clears the search first', async () => {
      const page = await openBankPicker();
      await page.evaluate(() => {
        document.addEventListener('keydown', ({ key }) => {
          if (key === 'Escape') document.title = 'Escaped';
        });
      });
      await page.getByRole('searchbox').fill('bank');
      expect(await pressKey(page, 'ArrowDown')).toBe('bank B1');
      expect(await page.getByRole('radio', { name: 'Bank Angsana' }).isChecked()).toBe(false);
      await page.getByRole('searchbox').focus();
      expect(await pressKey(page, 'Escape')).toBe('search');
      expect(await page.getByRole('searchbox').inputValue()).toBe('');
      expect(await page.title()).toBe('Shop');
      await pressKey(page, 'Escape');
      expect(await page.title()).toBe('Escaped');
    });

    it('Enter in the search chooses the only match, does nothing with several matches, and never pays', async () => {
      const page = await openBankPicker();
      let startCount = 0;
      await page.route('**/pgw/payments', () => {
        startCount += 1;
      });
      await page.getByRole('searchbox').fill('bank s');
      expect(await pressKey(page, 'Enter')).toBe('search');
      await page.getByRole('searchbox').fill('bank seri');
      expect(await pressKey(page, 'Enter')).toBe('bank B8');
      expect(await page.getByRole('radio', { name: 'Bank Seri' }).isChecked()).toBe(true);
      expect(startCount).toBe(0);
    });

    it('Enter in other fields of the form submits it', async () => {
      const page = await openReadyWidget();
      await page.getByRole('radio', { name: 'PasarPay' }).focus();
      await pressKey(page, 'Space');
      await page.keyboard.press('Enter');
      await page.waitForURL('https://bank.example/**');
    });
  });
