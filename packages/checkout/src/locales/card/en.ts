import type { Text } from '../text.ts';

/** What the card form says in English, and the list of ids that its other languages have to fill. */
export const cardTexts = {
  'card.number': 'Card number',
  'card.exp': 'Expiry date',
  'card.exp.ph': 'MM / YY',
  'card.cvc': 'Security code',
  'card.cvc.back': '3 digits on the back',
  'card.cvc.front': '4 digits on the front',
  'card.name': 'Name on card',
  'card.save': 'Save this card for next time',
  'card.save.hint': 'Stored by the payment gateway, not by {merchant}.',
  'e.number.req': 'Enter your card number.',
  'e.number.short': 'This card number is too short. Check for missing digits.',
  'e.number.bad': 'This card number doesn’t look right. Check each digit.',
  'e.brand': '{merchant} doesn’t take {brand} cards. Use another card.',
  'e.exp.req': 'Enter the expiry date, for example 09 / 28.',
  'e.exp.bad': 'Enter a month from 01 to 12, then the year.',
  'e.exp.past': 'This card has expired. Use another card.',
  'e.cvc': 'Enter the {n}-digit security code.',
  'e.name': 'Enter the name as it appears on the card.',
  'busy.card': 'Processing your card…',
} satisfies Record<string, Text>;
