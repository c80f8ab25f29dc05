import type { StorefrontPayment, StorefrontPaymentState } from '@pgw/protocol';
import { expect } from '@open-wc/testing';
import '../src/define.ts';
import { en } from '../src/locales/en.ts';
import { bankTexts } from '../src/locales/en-banks.ts';
import { cardTexts } from '../src/locales/en-card.ts';
import { inAppBrowserTexts } from '../src/locales/en-in-app-browser.ts';
import { outcomeTexts } from '../src/locales/en-outcomes.ts';
import { languages } from '../src/locales/index.ts';
import type { Texts } from '../src/locales/en.ts';
import * as shop from './fixtures.ts';
import { selectCases } from '../../../scripts/nightly.ts';
import { eventually, findInside, loadModules, readText } from './gallery.ts';
import { networkError, problem, stubServer, type StubResponses } from './stub-server.ts';

// Every screen of an outcome shows exactly one of six sentences about the money, in English and Malay, and in the nightly
// run in every language. This table says which, for every state that the server can send.

const sentences = ['taken', 'not-taken', 'held', 'unknown', 'unclear', 'unapproved'] as const;
type Sentence = (typeof sentences)[number];

const sentenceOfStates: Readonly<Record<StorefrontPaymentState, Sentence>> = {
  pending: 'unknown',
  paid: 'taken',
  authorized: 'held',
  failed: 'not-taken',
  canceled: 'not-taken',
  expired: 'not-taken',
  refunding: 'taken',
  refunded: 'taken',
};
/** The states in which the money can still move. */
const openStates: readonly StorefrontPaymentState[] = ['pending', 'authorized', 'refunding'];

interface Outcome {
  readonly title: string;
  readonly tag: 'pgw-checkout' | 'pgw-payment-status';
  readonly responses: StubResponses;
  readonly sentence: Sentence;
}

function createStatusOutcome(title: string, payment: StubResponses['payment'], sentence: Sentence): Outcome {
  return { title, tag: 'pgw-payment-status', responses: { payment: payment ?? {} }, sentence };
}

function createPayment(change: Partial<StorefrontPayment>): StorefrontPayment {
  return { ...shop.payment, ...change };
}

const states = Object.entries(sentenceOfStates) as [StorefrontPaymentState, Sentence][];
const refund = { amount: 12_890, isDone: false, date: shop.payment.date };

const outcomes: readonly Outcome[] = [
  ...states.map(([state, sentence]) =>
    createStatusOutcome(`a payment with the state ${state}`, createPayment({ state }), sentence),
  ),
  ...states.map(([state, sentence]) =>
    createStatusOutcome(`the state ${state} without an order`, { reference: 'pay_1', state }, sentence),
  ),
  ...states.map(([state, sentence]): Outcome => ({
    title: `the checkout of an order with a payment with the state ${state}`,
    tag: 'pgw-checkout',
    responses: { session: { ...shop.session, openPayment: createPayment({ state }) } },
    sentence,
  })),
  ...(['declined', 'funds', 'limit', 'min', 'card', 'authentication'] as const).map((reason) =>
    createStatusOutcome(
      `a failed payment with the reason ${reason}`,
      createPayment({ state: 'failed', reason }),
      'not-taken',
    ),
  ),
  ...[null, refund, { ...refund, isDone: true }].map((second) =>
    createStatusOutcome(
      `a second payment with the refund ${JSON.stringify(second)}`,
      createPayment({ state: second?.isDone ? 'refunded' : 'paid', second: { refund: second } }),
      'taken',
    ),
  ),
  createStatusOutcome(
    'a payment that only the gateway has',
    createPayment({ step: 'start-lost' }),
    'unclear',
  ),
  createStatusOutcome('a start without a response', createPayment({ step: 'start-unclear' }), 'unclear'),
  createStatusOutcome(
    'a start without a response, of a channel that needs an approval',
    createPayment({ step: 'start-unclear', needsApproval: true }),
    'unapproved',
  ),
  createStatusOutcome('a card without a response', createPayment({ step: 'card-unclear' }), 'unknown'),
  createStatusOutcome('a card that was not sent', createPayment({ step: 'not-sent' }), 'not-taken'),
  createStatusOutcome(
    'a card that was only verified',
    createPayment({ state: 'authorized', money: 'not-taken' }),
    'not-taken',
  ),
  createStatusOutcome(
    'an authorization that was released',
    createPayment({ state: 'refunded', money: 'not-taken' }),
    'not-taken',
  ),
  createStatusOutcome(
    'an authorization that is being released',
    { reference: 'pay_1', state: 'refunding', money: 'unknown' },
    'unknown',
  ),
  createStatusOutcome('a server that cannot be reached', networkError, 'unknown'),
  createStatusOutcome('a payment that is not found', () => problem(404, 'unknown-payment'), 'unknown'),
];

describe('the sentence about the money', () => {
  let element: HTMLElement | undefined;

  before(loadModules);

  afterEach(() => {
    element?.remove();
    document.documentElement.lang = 'en';
  });

  it('a sentence that no money was taken is shown for final states only', () => {
    for (const state of openStates) expect(sentenceOfStates[state]).not.to.equal('not-taken');
  });

  for (const { title, tag, responses, sentence } of outcomes)
    it(`${title} shows only the sentence "${sentence}", in each language`, async () => {
      document.documentElement.lang = 'en';
      const created = document.createElement(tag);
      element = created;
      created.fetcher = stubServer(responses).fetcher;
      created.setAttribute('order', shop.order.id);
      created.setAttribute('payment', 'pay_1');
      document.body.append(created);
      for (const [language, texts] of await loadTexts()) {
        document.documentElement.lang = language;
        await eventually(() => {
          expect(findInside(created, '.pgw').lang).to.equal(language);
          expect(findInside(created, '.money-sentence').textContent.trim()).to.equal(
            texts[`money.${sentence}`],
          );
        });
        const text = readText(created);
        // One sentence begins with the words of another one.
        const expected = texts[`money.${sentence}`];
        const isPart = (other: string): boolean => other !== expected && expected.includes(other);
        const shown = sentences.filter((name) => {
          const other = texts[`money.${name}`];
          return text.includes(other) && !isPart(other);
        });
        expect(shown, `${language}: ${text}`).to.deep.equal([sentence]);
      }
    });
});

async function loadTexts(): Promise<[string, Texts][]> {
  const others = selectCases(Object.entries(languages), 1).map(
    async ([language, file]): Promise<[string, Texts]> => [language, (await file.load()).texts],
  );
  return [
    ['en', { ...en, ...bankTexts, ...cardTexts, ...inAppBrowserTexts, ...outcomeTexts }],
    ...(await Promise.all(others)),
  ];
}
