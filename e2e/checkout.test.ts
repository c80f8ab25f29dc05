import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDemo, type Demo } from './demo.ts';
import { bringToCheckout, chooseChannel, decide, pressPay, seePaid } from './shopper.ts';

let demo: Demo;
let page: Page;
let order: string;

beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

beforeEach(async () => {
  page = await demo.newPage();
  order = await bringToCheckout(demo, page);
});
afterEach(async () => {
  await page.context().close();
  expect(demo.complaints.splice(0)).toEqual([]);
});

describe('a shopper pays for coffee', () => {
  it('with an e-wallet, and the order is fulfilled once', async () => {
    await chooseChannel(page, 'KilatPay');
    await pressPay(page);
    await page.waitForURL(`${demo.sandbox}/**`);
    await decide(page, 'approve');
    await seePaid(page, order);
    expect(demo.fulfilments(order)).toBe(1);
  });

  it('with a bank found by its name in the picker', async () => {
    await chooseChannel(page, 'FPX online banking');
    await page.getByRole('searchbox', { name: 'Search banks' }).fill('seri');
    await page.getByRole('radio', { name: 'Bank Seri' }).check();
    await pressPay(page);
    await page.waitForURL(`${demo.sandbox}/**`);
    await decide(page, 'approve', { callback: 'twice' });
    await seePaid(page, order);
    expect(demo.fulfilments(order)).toBe(1);
  });

  it('on a channel that leaves by a script', async () => {
    await chooseChannel(page, 'Sentuh eWallet');
    await pressPay(page);
    await page.waitForURL(`${demo.sandbox}/**`);
    await decide(page, 'approve');
    await seePaid(page, order);
    expect(demo.fulfilments(order)).toBe(1);
  });

  it('at the second try, after the bank declined the first', async () => {
    await chooseChannel(page, 'KilatPay');
    await pressPay(page);
    await decide(page, 'decline');
    await page.getByRole('heading', { name: 'Payment not completed' }).waitFor();
    expect(demo.fulfilments(order)).toBe(0);
    await page.getByRole('button', { name: 'Try again' }).click();
    await chooseChannel(page, 'PasarPay');
    await pressPay(page);
    await decide(page, 'approve');
    await seePaid(page, order);
    expect(demo.fulfilments(order)).toBe(1);
  });

  it('while the callback never comes: the return settles it', async () => {
    await chooseChannel(page, 'KilatPay');
    await pressPay(page);
    await decide(page, 'approve', { callback: 'never' });
    await seePaid(page, order);
    expect(demo.fulfilments(order)).toBe(1);
  });

  it('and neither callback nor browser comes back: the order page finds it paid later', async () => {
    await chooseChannel(page, 'KilatPay');
    await pressPay(page);
    await decide(page, 'approve', { callback: 'never', back: 'never' });
    await page.goto(`${demo.shop}/orders/${order}`);
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    expect(demo.fulfilments(order)).toBe(1);
  });

  it('with the fee named before the press', async () => {
    await chooseChannel(page, 'KilatPay');
    const pay = page.getByRole('button', { name: /^Pay RM/ });
    await expect.poll(() => pay.textContent()).toMatch(/RM\s?44\.50/);
  });

  it('with scripts blocked in the browser: the list is a form, and the bank is asked for on a page of its own', async () => {
    const plain = await demo.newPage({ javaScriptEnabled: false });
    const plainOrder = await bringToCheckout(demo, plain);
    await plain.getByRole('radio', { name: 'FPX online banking' }).check();
    await pressPay(plain);
    await plain.getByRole('radio', { name: 'Bank Seri' }).check();
    await pressPay(plain);
    await decide(plain, 'approve');
    await plain.waitForURL(new RegExp(`/orders/${plainOrder}`));
    await plain.getByRole('heading', { name: /^Thank you/ }).waitFor();
    expect(demo.fulfilments(plainOrder)).toBe(1);
    await plain.context().close();
    // The page that asks for the bank has no icon, and the browser looks for one by itself.
    const others = demo.complaints.splice(0).filter((complaint) => !complaint.includes('404 (Not Found)'));
    expect(others).toEqual([]);
  });
});
