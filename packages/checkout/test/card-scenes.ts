import type { PgwCheckout } from '../src/pgw-checkout.ts';
import { choose, eventually, findInside, pay, waitForNextTurn } from './acting.ts';
import { click, typeInto } from './devices.ts';
import * as cards from './card-fixtures.ts';
import type { Scene } from './gallery.ts';
import { networkError, never, type StubResponses } from './stub-server.ts';

// The scenes of the gallery for every state of the card form.

const validCard = {
  'cc-number': '4111111111111111',
  'cc-exp': '0930',
  'cc-csc': '123',
  'cc-name': 'Aisyah binti Rahman',
};

/** Fills in the fields as a shopper does: clicks each field, types its text and leaves it. */
export async function fill(
  element: PgwCheckout,
  values: Partial<typeof validCard> = validCard,
): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await eventually(() => findInside(element, `#${name}`));
    const field = findInside(element, `#${name}`);
    if (!(field instanceof HTMLInputElement)) throw new Error(`${name} is not an input field.`);
    await typeInto(field, value);
    await element.updateComplete;
    field.blur();
  }
  await element.updateComplete;
}

export async function chooseCard(element: PgwCheckout): Promise<void> {
  await choose(element, 'Credit or debit card');
  await eventually(() => findInside(element, '.card-panel'));
}

const responses: StubResponses = { session: cards.cardSession(), start: cards.start, card: never };

/** Chooses the card channel, fills in the form and presses Pay. */
async function payCard(element: PgwCheckout): Promise<void> {
  await chooseCard(element);
  await fill(element);
  await pay(element);
  // The element encrypts and sends the card. It is then busy, or shows the response.
  await eventually(() => findInside(element, '[aria-disabled=true], .notice, .screen'));
  await waitForNextTurn();
}

export const cardScenes: Readonly<Record<string, Scene>> = {
  card: { responses, play: chooseCard },
  'card-marks': {
    responses: { session: cards.cardSession({ marks: ['visa', 'mastercard', 'amex', 'unionpay'] }) },
    play: async (element) => {
      await eventually(() => findInside(element, '.marks svg'));
    },
  },
  'card-filled': {
    responses,
    play: async (element) => {
      await chooseCard(element);
      await fill(element);
    },
  },
  'card-errors': {
    responses,
    play: async (element) => {
      await chooseCard(element);
      await fill(element, {
        'cc-number': '4111111111111112',
        'cc-exp': '0324',
        'cc-name': 'Aisyah binti Rahman',
      });
      await click(findInside(element, '#cc-number'));
    },
  },
  'card-missing': {
    responses,
    play: async (element) => {
      await chooseCard(element);
      await pay(element);
    },
  },
  'card-brand': {
    responses,
    play: async (element) => {
      await chooseCard(element);
      await fill(element, { 'cc-number': '3530111333300000', 'cc-exp': '13', 'cc-csc': '12' });
    },
  },
  'card-short': {
    responses,
    play: async (element) => {
      await chooseCard(element);
      await fill(element, { 'cc-number': '37828224631', 'cc-csc': '123', 'cc-exp': '9' });
    },
  },
  'card-single': {
    responses: { ...responses, session: cards.onlyCardSession({ canSave: false }) },
    play: async (element) => {
      await eventually(() => findInside(element, '.card-panel'));
    },
  },
  'card-saved': {
    responses: { ...responses, session: cards.cardSession({ savedCards: cards.savedCards }) },
    play: chooseCard,
  },
  'card-saved-code': {
    responses: { ...responses, session: cards.cardSession({ savedCards: cards.savedCards }) },
    play: async (element) => {
      await chooseCard(element);
      await pay(element);
    },
  },
  'card-saved-other': {
    responses: { ...responses, session: cards.cardSession({ savedCards: cards.savedCards }) },
    play: async (element) => {
      await chooseCard(element);
      await click(findInside(element, '.saved-cards label:last-child'));
      await element.updateComplete;
    },
  },
  'card-test': {
    responses: { ...responses, session: cards.cardSession({ testCards: cards.testCards }) },
    play: async (element) => {
      await chooseCard(element);
      await click(findInside(element, '.test-cards summary'));
      await click(findInside(element, '.chips + .chips .chip'));
    },
  },
  'card-insecure': {
    responses,
    play: async (element) => {
      Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true });
      await chooseCard(element);
    },
  },
  'card-submitting': { responses, play: payCard },
  'card-response-lost': {
    responses: { ...responses, card: networkError, payment: cards.payment },
    play: payCard,
  },
  'card-declined': { responses: { ...responses, card: cards.declined }, play: payCard },
  'card-declined-often': {
    responses: { ...responses, card: cards.declined },
    play: async (element) => {
      for (let count = 1; count <= 3; count += 1) {
        if (count > 1) await eventually(() => findInside(element, '#decline'));
        await payCard(element);
      }
    },
  },
  'card-saved-declined': {
    responses: {
      ...responses,
      session: cards.cardSession({ savedCards: cards.savedCards }),
      card: { payment: { ...cards.declined.payment, reason: 'funds' }, redirect: null },
    },
    play: async (element) => {
      await chooseCard(element);
      await fill(element, { 'cc-csc': '987' });
      await pay(element);
    },
  },
  'card-challenge': {
    responses: { ...responses, card: cards.challenge },
    play: async (element) => {
      element.navigation = { assign: () => {} };
      await payCard(element);
    },
  },
};
