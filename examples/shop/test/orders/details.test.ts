import { expect, test } from 'vitest';
import {
  formatAddress,
  detailsSchema,
  getFirstName,
  isFieldError,
  sampleDetails,
} from '../../src/orders/details.ts';
import { languages } from '../../src/languages/index.ts';

test('the sample details are valid', () => {
  expect(detailsSchema.parse(sampleDetails)).toEqual(sampleDetails);
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
])('the field %s rejects "%s", and every language has a sentence for the error', (field, value) => {
  const result = detailsSchema.safeParse({ ...sampleDetails, [field]: value });
  expect(result.error?.issues[0]?.path).toEqual([field]);
  const message = result.error?.issues[0]?.message ?? '';
  if (!isFieldError(message)) throw new Error(`${message} is not the key of a text.`);
  for (const { texts } of languages) expect(texts.fieldErrors[message]).toMatch(/\S{2}.*[.。]$/);
});

test('spaces at the start and end of a value are removed', () => {
  expect(detailsSchema.parse({ ...sampleDetails, email: ' aisyah@example.my ' }).email).toBe(
    'aisyah@example.my',
  );
});

test.each([
  ['postcode', '\u00a050 480 ', '50480'],
  ['postcode', '５０４８０', '50480'],
  ['phone', '\u202a+60\u00a012-345  6789\u202c ', '+60 12-345 6789'],
  ['phone', '012–345 6789', '012-345 6789'],
  ['email', '\taisyah@example.my\u200b', 'aisyah@example.my'],
  ['name', ' Aisyah \u00a0 Rahman\n', 'Aisyah Rahman'],
  ['address', '18  Jalan\nKenanga ', '18 Jalan Kenanga'],
  ['area', ' Bukit  Tinggi', 'Bukit Tinggi'],
  ['city', 'Kuala\u00a0Lumpur ', 'Kuala Lumpur'],
])('the field %s accepts the pasted text %j as %j', (field, pasted, expected) => {
  expect(detailsSchema.parse({ ...sampleDetails, [field]: pasted })).toMatchObject({ [field]: expected });
});

test('a name keeps the invisible characters that its script needs', () => {
  const name = 'க்\u200cஷ';
  expect(detailsSchema.parse({ ...sampleDetails, name }).name).toBe(name);
});

test('the area is optional, and an address line without it has no empty part', () => {
  const result = detailsSchema.parse({ ...sampleDetails, area: '' });
  expect(formatAddress(result)).toBe('18 Jalan Kenanga, 41200 Klang, Selangor');
  expect(formatAddress(sampleDetails)).toBe('18 Jalan Kenanga, Bukit Tinggi, 41200 Klang, Selangor');
});

test('getFirstName returns the first word of the name', () => {
  expect(getFirstName(sampleDetails)).toBe('Aisyah');
});
