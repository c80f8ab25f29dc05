import { expect, test } from 'vitest';
import { addressLine, details, firstName, isFieldError, sampleDetails } from '../src/details.ts';
import { languages } from '../src/languages/index.ts';

test('the sample details are accepted as they are', () => {
  expect(details.parse(sampleDetails)).toEqual(sampleDetails);
});

test.each([
  ['name', '   '],
  ['email', 'aisyah'],
  ['email', 'aisyah@'],
  ['phone', 'call me'],
  ['phone', '12'],
  ['address', ''],
  ['postcode', '4120'],
  ['postcode', '41200a'],
  ['city', ''],
  ['state', 'Sabah'],
  ['name', 'x'.repeat(101)],
])('%s does not take "%s", and says why in a sentence of every language', (field, value) => {
  const read = details.safeParse({ ...sampleDetails, [field]: value });
  expect(read.error?.issues[0]?.path).toEqual([field]);
  const message = read.error?.issues[0]?.message ?? '';
  if (!isFieldError(message)) throw new Error(`${message} is not the name of a text.`);
  for (const { texts } of languages) expect(texts.fieldErrors[message]).toMatch(/\S{2}.*[.。]$/);
});

test('spaces around an answer are dropped', () => {
  expect(details.parse({ ...sampleDetails, email: ' aisyah@example.my ' }).email).toBe('aisyah@example.my');
});

test('the area may be left out, and the address line closes up', () => {
  const read = details.parse({ ...sampleDetails, area: '' });
  expect(addressLine(read)).toBe('18 Jalan Kenanga, 41200 Klang, Selangor');
  expect(addressLine(sampleDetails)).toBe('18 Jalan Kenanga, Bukit Tinggi, 41200 Klang, Selangor');
});

test('the greeting takes the first name', () => {
  expect(firstName(sampleDetails)).toBe('Aisyah');
});
