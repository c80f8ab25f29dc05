import * as z from '@pgw/protocol/zod';
import { allTestCards, cardOutcomes, type CardOutcome, type TestCard } from '../catalogue/test-cards.ts';
import { parseArgument } from './parse-argument.ts';

/** The data of a test card, as a shopper types it. */
export interface CardDetails {
  /** The digits of the number. */
  readonly number: string;
  /** The month and the year, such as `11/39`. */
  readonly expiry: string;
  /** Three digits, or four of American Express. */
  readonly securityCode: string;
  /** The name on the card. */
  readonly name: string;
}

// `Object.keys` of a constant record returns the keys of its type.
const outcomeNames = Object.keys(cardOutcomes) as CardOutcome[];
const brandNames = [...new Set(allTestCards.map(({ brand }) => brand))];
const outcome = z.enum(outcomeNames, `the test cards are ${outcomeNames.join(', ')}`);
const brand = z.enum(brandNames, `the brands are ${brandNames.join(', ')}`);

/** Finds the test card with an outcome. */
export function findCard(givenOutcome: CardOutcome, givenBrand: TestCard['brand'] = 'visa'): CardDetails {
  const name = parseArgument(outcome, givenOutcome, 'card');
  const cardBrand = parseArgument(brand, givenBrand, 'card brand');
  const card = allTestCards.find((each) => each.outcome === name && each.brand === cardBrand);
  if (card === undefined) throw new Error(`There is no test card ${name} of ${cardBrand}.`);
  return { number: card.number, securityCode: card.securityCode, expiry: '11/39', name: 'Aisyah Rahman' };
}
