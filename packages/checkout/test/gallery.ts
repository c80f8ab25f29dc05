import type { StorefrontPayment } from '@pgw/protocol';
import { bankModule } from '../src/channels/kinds/provider/index.ts';
import { cardModule } from '../src/channels/kinds/card/index.ts';
import { inAppBrowserModule } from '../src/pay/index.ts';
import { resultModule } from '../src/result/index.ts';
import { PgwCheckout } from '../src/pgw-checkout.ts';
import { PgwPaymentStatus } from '../src/pgw-payment-status.ts';
import '../src/define.ts';
import { choose, eventually, findInside, pay, waitForNextTurn } from './acting.ts';
import { click, moveMouseAway, press, tabTo, typeInto } from './devices.ts';
import { cardScenes } from './card-scenes.ts';
import { planScenes } from './plan-scenes.ts';
import * as shop from './fixtures.ts';
import {
  withHigherPrice,
  networkError,
  never,
  problem,
  stubServer,
  type StubResponses,
  type StubServer,
} from './stub-server.ts';

export { choose, eventually, findInside, pay, readText, waitForNextTurn } from './acting.ts';

// The scenes of the gallery: every state of both elements. Tests compare pictures of the scenes, and check the
// accessibility of each scene. A scene whose picture shows an outline around a control moves the focus there with the
// keyboard, and its name ends with `by-keyboard`.

export interface Scene {
  readonly responses: StubResponses;
  /** The reference of the payment for a <pgw-payment-status>. Without it the scene shows a <pgw-checkout>. */
  readonly payment?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly play?: (element: PgwCheckout, server: StubServer) => Promise<unknown>;
  readonly userAgent?: string;
  /** How far the clock of the page is advanced after the scene. */
  readonly advanceMs?: number;
}

/** The responses of a shop whose requests all succeed. */
const successResponses: StubResponses = {
  session: shop.session,
  banks: { banks: shop.banks },
  start: shop.start,
};

/** A scene of each screen. The nightly run has all widths and themes, and texts of every language, for all scenes. */
export const scenesOfEveryRun: readonly string[] =
  'ready chosen-by-keyboard banks-search invalid total-changed redirect-stuck phone success-fee failed pending card-errors card-saved plans'.split(
    ' ',
  );

export const scenes: Readonly<Record<string, Scene>> = {
  skeleton: {
    responses: { session: never },
    play: (element) => eventually(() => findInside(element, '.skeleton:not(.invisible)')),
  },
  ready: { responses: successResponses },
  chosen: { responses: successResponses, play: (element) => choose(element, 'KilatPay') },
  'chosen-by-keyboard': {
    responses: successResponses,
    play: async (element) => {
      await choose(element, 'KilatPay');
      await press('ArrowDown');
    },
  },
  'banks-loading': {
    responses: { ...successResponses, banks: never },
    play: async (element) => {
      await choose(element, 'FPX online banking');
      await eventually(() => findInside(element, '.bank-list.loading'));
    },
  },
  banks: { responses: successResponses, play: chooseBank },
  'banks-recent': {
    responses: successResponses,
    play: async (element) => {
      localStorage.setItem(`pgw-bank-${shop.fpx.id}`, shop.seri.id);
      await openBanks(element);
      localStorage.clear();
    },
  },
  'banks-search': {
    responses: successResponses,
    play: async (element) => {
      await chooseBank(element);
      await search(element, 'se');
    },
  },
  'bank-by-keyboard': {
    responses: successResponses,
    play: async (element) => {
      await chooseBank(element);
      await press('ArrowDown');
    },
  },
  'pay-by-keyboard': {
    responses: successResponses,
    play: async (element) => {
      await choose(element, 'KilatPay');
      await tabTo(findInside(element, '#pay'));
    },
  },
  'banks-none': {
    responses: successResponses,
    play: async (element) => {
      await openBanks(element);
      await search(element, 'bnak seri');
    },
  },
  'banks-failed': {
    responses: { ...successResponses, banks: networkError },
    play: async (element) => {
      await choose(element, 'FPX online banking');
      await eventually(() => findInside(element, '.panel-failed'));
    },
  },
  'banks-alias': {
    responses: successResponses,
    play: async (element) => {
      await openBanks(element);
      await search(element, 'seri2');
    },
  },
  'banks-categories': {
    responses: { ...successResponses, banks: { banks: shop.splitBanks } },
    play: async (element) => {
      await openBanks(element);
      await click(findInside(element, 'label:has(input[name=category]:not(:checked))'));
      await element.updateComplete;
    },
  },
  'banks-or-wallets': {
    responses: { ...successResponses, session: shop.mixedSession },
    play: chooseBank,
  },
  'bank-unavailable': {
    responses: {
      ...successResponses,
      session: shop.singleSession,
      start: () => problem(409, 'bank-unavailable'),
    },
    play: async (element, server) => {
      await eventually(() => findInside(element, '#banks'));
      await choose(element, 'Bank Seri');
      server.respond({
        banks: {
          banks: shop.banks.map((bank) => (bank.id === shop.seri.id ? { ...bank, status: 'offline' } : bank)),
        },
      });
      await pay(element);
      await eventually(() => findInside(element, '.notice'));
    },
  },
  'single-channel': {
    responses: { ...successResponses, session: shop.singleSession },
    play: (element) => eventually(() => findInside(element, '#banks')),
  },
  hosted: { responses: { ...successResponses, session: shop.hostedSession } },
  invalid: { responses: { ...successResponses, session: shop.walletSession }, play: pay },
  'invalid-by-keyboard': {
    responses: { ...successResponses, session: shop.walletSession },
    play: async (element) => {
      await eventually(() => findInside(element, '#pay'));
      await tabTo(findInside(element, '#pay'));
      await press('Enter');
      await waitForNextTurn();
    },
  },
  'invalid-bank': {
    responses: successResponses,
    play: async (element) => {
      await openBanks(element);
      await pay(element);
    },
  },
  submitting: {
    responses: { ...successResponses, session: shop.walletSession, start: never },
    play: async (element) => {
      await choose(element, 'Sentuh eWallet');
      await pay(element);
    },
  },
  'response-lost': {
    responses: { ...successResponses, session: shop.walletSession, start: networkError },
    play: async (element) => {
      await choose(element, 'Sentuh eWallet');
      await pay(element);
    },
  },
  'total-changed': {
    responses: {
      ...successResponses,
      ...withHigherPrice(shop.walletSession, 13_490),
    },
    play: async (element) => {
      await choose(element, 'Sentuh eWallet');
      await pay(element);
    },
  },
  'total-same': {
    responses: {
      ...successResponses,
      session: shop.walletSession,
      start: () => problem(409, 'total-changed', { order: shop.order }),
    },
    play: async (element) => {
      await choose(element, 'Sentuh eWallet');
      await pay(element);
    },
  },
  'start-refused': {
    responses: {
      ...successResponses,
      session: shop.walletSession,
      start: () => problem(422, 'payment-refused'),
    },
    play: async (element) => {
      await choose(element, 'KilatPay');
      await pay(element);
    },
  },
  duplicate: {
    responses: {
      ...successResponses,
      session: shop.walletSession,
      start: () => problem(409, 'duplicate-payment', { reference: 'a' }),
    },
    play: async (element) => {
      await choose(element, 'Sentuh eWallet');
      await pay(element);
    },
  },
  'too-many-payments': {
    responses: {
      ...successResponses,
      session: shop.walletSession,
      start: () => problem(409, 'too-many-payments'),
    },
    play: async (element) => {
      await choose(element, 'Sentuh eWallet');
      await pay(element);
    },
  },
  'payment-being-checked': {
    responses: {
      ...successResponses,
      session: shop.walletSession,
      start: () => problem(409, 'payment-being-checked'),
    },
    play: async (element) => {
      await choose(element, 'Sentuh eWallet');
      await pay(element);
    },
  },
  'gateway-busy': {
    responses: {
      ...successResponses,
      session: shop.walletSession,
      start: () => problem(503, 'gateway-busy', {}, { 'retry-after': '5' }),
    },
    play: async (element) => {
      await choose(element, 'Sentuh eWallet');
      await pay(element);
    },
  },
  'too-many-requests': {
    responses: {
      ...successResponses,
      session: shop.walletSession,
      start: () => problem(429, 'too-many-requests', {}, { 'retry-after': '60' }),
    },
    play: async (element) => {
      await choose(element, 'Sentuh eWallet');
      await pay(element);
    },
  },
  offline: {
    responses: { ...successResponses, session: shop.walletSession, start: networkError },
    play: async (element, server) => {
      await choose(element, 'Sentuh eWallet');
      reportOffline();
      server.respond({ session: networkError });
      await pay(element);
      await eventually(() => findInside(element, '.notice.info'));
    },
  },
  // The timer is shown in the last five minutes, and becomes a warning in the last minute.
  'time-soon': { responses: { ...successResponses, session: shop.createSessionEndingIn(290) } },
  'time-last': {
    responses: { ...successResponses, session: shop.createSessionEndingIn(58) },
    play: (element) => choose(element, 'Sentuh eWallet'),
  },
  'time-over': { responses: { session: shop.createSessionEndingIn(0) } },
  'in-app-browser': {
    responses: { ...successResponses, session: shop.walletSession },
    userAgent: 'Mozilla/5.0 (Linux; Android 16) Instagram 400.0',
  },
  empty: { responses: { session: shop.emptySession } },
  'load-error': { responses: { session: { nonsense: true } } },
  'config-error': { responses: { session: () => problem(503, 'gateway-misconfigured') } },
  'unknown-order': { responses: { session: () => problem(404, 'unknown-order') } },
  redirecting: {
    responses: successResponses,
    play: async (element) => {
      element.navigation = { assign: () => {} };
      await chooseBank(element);
      await pay(element);
    },
  },
  'redirect-stuck': {
    responses: successResponses,
    play: async (element) => {
      element.navigation = { assign: () => {} };
      await chooseBank(element);
      await pay(element);
      await eventually(() => findInside(element, '.stuck:not(:empty)'));
    },
  },
  phone: {
    responses: { ...successResponses, start: shop.phoneStart, payment: shop.phoneStart.payment },
    play: payOnPhone,
  },
  'phone-unavailable': {
    responses: { ...successResponses, payment: shop.walletPayment },
    play: payOnPhone,
  },
  'session-ended': {
    responses: {
      ...successResponses,
      session: shop.walletSession,
      start: () => problem(404, 'unknown-order'),
    },
    play: async (element) => {
      await choose(element, 'Sentuh eWallet');
      await pay(element);
      await eventually(() => findInside(element, '.screen'));
    },
  },
  'session-checking': {
    responses: { ...successResponses, session: shop.walletSession, start: networkError },
    play: async (element, server) => {
      await choose(element, 'Sentuh eWallet');
      reportOffline();
      server.respond({ session: networkError });
      await pay(element);
      await eventually(() => findInside(element, '.notice.info'));
      server.respond({ start: () => problem(404, 'unknown-order') });
      await pay(element);
      await eventually(() => findInside(element, '.screen'));
    },
  },
  interrupted: {
    responses: { session: { ...shop.session, openPayment: shop.payment }, payment: shop.payment },
  },
  'result-in-place': {
    responses: { session: { ...shop.session, openPayment: { ...shop.payment, state: 'paid' } } },
  },
  'start-unclear': {
    responses: {
      session: { ...shop.walletSession, openPayment: shop.unclearPayment },
      payment: shop.unclearPayment,
    },
  },
  'start-lost': createStatusScene({ channel: 'Bintang Rewards', bank: null, step: 'start-lost' }),
  'card-unclear': createStatusScene({
    approver: 'card',
    channel: 'Credit or debit card',
    bank: null,
    step: 'card-unclear',
  }),
  pending: createStatusScene({}),
  'pending-continue': createStatusScene({ continueUrl: 'https://bank.example/approve?ticket=1' }),
  // The texts change after 15 seconds and after two minutes.
  'pending-longer': { ...createStatusScene({}), advanceMs: 20_000 },
  'pending-close': { ...createStatusScene({}), advanceMs: 130_000 },
  'pending-approver': createStatusScene({ approval: 'second-person', expiresAt: null }),
  success: createStatusScene({ state: 'paid' }),
  'success-fee': createStatusScene({ ...shop.walletPayment, state: 'paid' }),
  copied: {
    ...createStatusScene({ state: 'paid' }),
    play: (element) => copyReference(element),
  },
  authorized: createStatusScene({ state: 'authorized' }),
  failed: createStatusScene({ state: 'failed', reason: 'declined' }),
  'failed-funds': createStatusScene({ state: 'failed', reason: 'funds' }),
  'failed-limit': createStatusScene({ state: 'failed', reason: 'limit' }),
  'failed-min': createStatusScene({ state: 'failed', reason: 'min' }),
  canceled: createStatusScene({ state: 'canceled' }),
  expired: createStatusScene({ state: 'expired' }),
  refunded: createStatusScene({ state: 'refunded' }),
  refunding: createStatusScene({ state: 'refunding' }),
  'second-payment': createStatusScene({ ...shop.walletPayment, state: 'paid', second: { refund: null } }),
  'second-refunding': createStatusScene({
    ...shop.walletPayment,
    state: 'refunding',
    second: { refund: { amount: 12_940, isDone: false, date: shop.payment.date } },
  }),
  ...cardScenes,
  ...planScenes,
  'not-found': { responses: { payment: () => problem(404, 'unknown-payment') }, payment: 'pay_none' },
};

const realNow = Date.now;

/** Restores the clock, the user agent, the connection and Web Crypto after a scene has changed them. `show` does this too. */
export function restoreBrowser(): void {
  Date.now = realNow;
  Reflect.deleteProperty(navigator, 'userAgent');
  Reflect.deleteProperty(navigator, 'onLine');
  Reflect.deleteProperty(crypto, 'subtle');
}

/** Adds a scene to the page and plays it to its end. */
export async function show(
  name: string,
  theme: 'light' | 'dark' = 'light',
): Promise<PgwCheckout | PgwPaymentStatus> {
  const scene = scenes[name];
  if (scene === undefined) throw new Error(`There is no scene called ${name}.`);
  localStorage.clear();
  await loadModules();
  const server = stubServer(scene.responses);
  const { fetcher } = server;
  restoreBrowser();
  if (scene.userAgent !== undefined) {
    Object.defineProperty(navigator, 'userAgent', { value: scene.userAgent, configurable: true });
  }
  const element = scene.payment === undefined ? new PgwCheckout() : new PgwPaymentStatus();
  element.fetcher = fetcher;
  element.setAttribute('theme', theme);
  if (element instanceof PgwCheckout) element.order = shop.order.id;
  else element.payment = scene.payment ?? null;
  const privacy = document.createElement('a');
  privacy.slot = 'footer';
  privacy.href = '#privacy';
  privacy.textContent = 'Privacy';
  element.append(privacy);
  document.body.append(element);
  await waitForNextTurn();
  if (scene.responses.session !== never)
    await eventually(() => {
      if (element.shadowRoot?.querySelector('.skeleton'))
        throw new Error(`The scene ${name} is still loading.`);
    });
  // `play` for a <pgw-payment-status> uses only members that both elements have, so the cast is safe.
  await scene.play?.(element as PgwCheckout, server);
  if (scene.advanceMs !== undefined) {
    const { advanceMs } = scene;
    Date.now = () => realNow() + advanceMs;
    element.requestUpdate();
  }
  await moveMouseAway();
  await element.updateComplete;
  return element;
}

/** Loads the lazy modules, so that a test does not wait for them later. Forgets what the page of another test has shown. */
export async function loadModules(): Promise<void> {
  sessionStorage.removeItem('pgw-shown');
  await Promise.all(
    [resultModule, bankModule, cardModule, inAppBrowserModule].map((module) => module.load()),
  );
}

/** Chooses KilatPay and requests the QR code of its payment. */
export async function payOnPhone(element: PgwCheckout): Promise<void> {
  await choose(element, 'KilatPay');
  const button = findInside(element, '.phone');
  // The button is displayed for a mouse and a wide window only. After `setViewport` of Web Test Runner, media queries
  // report no mouse.
  if (button.checkVisibility()) await click(button);
  else button.click();
  await eventually(() => findInside(element, '.phone-screen'));
}

/** Chooses the channel with banks, and waits until the banks are loaded or have failed to load. */
export async function openBanks(element: PgwCheckout): Promise<void> {
  await choose(element, 'FPX online banking');
  await eventually(() => findInside(element, '#banks, .panel-failed'));
}

/** Opens the list of banks and chooses Bank Seri. */
export async function chooseBank(element: PgwCheckout): Promise<void> {
  await openBanks(element);
  await choose(element, 'Bank Seri');
}

export async function search(element: PgwCheckout, query: string): Promise<void> {
  const field = findInside(element, '#search');
  if (!(field instanceof HTMLInputElement)) throw new Error('The bank search is not an input field.');
  await typeInto(field, query);
  await element.updateComplete;
}

/** Clicks the button that copies the reference. The clipboard of the browser is replaced by a stub. */
async function copyReference(element: Element): Promise<void> {
  const { clipboard } = navigator;
  const stub = { writeText: () => Promise.resolve() };
  Object.defineProperty(navigator, 'clipboard', { value: stub, configurable: true });
  await eventually(() => findInside(element, '.copy'));
  await click(findInside(element, '.copy'));
  await waitForNextTurn();
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
}

/** Makes the browser report that the device is offline, until `restoreBrowser` is called. */
export function reportOffline(): void {
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  dispatchEvent(new Event('offline'));
}

/** A scene of <pgw-payment-status> that shows a payment with these changes. */
function createStatusScene(change: Partial<StorefrontPayment>): Scene {
  return { responses: { payment: { ...shop.payment, ...change } }, payment: shop.payment.reference };
}
