import { expect, it } from 'vitest';
import { endSentence } from '../src/error-message.ts';

it.each([
  ['One mug was chipped', 'One mug was chipped.'],
  ['One mug was chipped. ', 'One mug was chipped.'],
  ['Really?', 'Really?'],
  ['杯子破了。', '杯子破了。'],
])('the text "%s" ends with one full stop', (text, ended) => {
  expect(endSentence(text)).toBe(ended);
});
