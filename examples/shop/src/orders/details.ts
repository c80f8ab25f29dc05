import { z } from 'zod';
import { english, type Texts } from '../languages/index.ts';

/** The states to which the shop delivers. */
export const deliveryStates = [
  'Johor',
  'Kedah',
  'Kelantan',
  'Kuala Lumpur',
  'Melaka',
  'Negeri Sembilan',
  'Pahang',
  'Penang',
  'Perak',
  'Perlis',
  'Putrajaya',
  'Selangor',
  'Terengganu',
] as const satisfies readonly (keyof Texts['states'])[];

/** The error of a field. It is the key of a text in the language files. */
export type FieldError = keyof Texts['fieldErrors'];

/** True for the key of a field error. */
export function isFieldError(name: string): name is FieldError {
  return Object.hasOwn(english.texts.fieldErrors, name);
}

/** Returns the same key. The compiler checks that the language files have it. */
const fieldError = (name: FieldError): FieldError => name;
const tooLong = fieldError('tooLong');

/** Removes spaces at both ends, and replaces other spaces and line breaks by one space each. */
const normalizeText = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * Removes the invisible characters that some programs copy with a number or an address, and converts full-width
 * characters of Chinese keyboards. Names keep them, because some scripts need them.
 */
const normalizeCharacters = (text: string): string =>
  normalizeText(
    text
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .replace(/\p{Pd}/gu, '-'),
  );

const requiredText = (errorIfMissing: FieldError, normalize = normalizeText) =>
  z.string({ error: errorIfMissing }).overwrite(normalize).min(1, errorIfMissing).max(100, tooLong);

/**
 * The schema of the recipient and the delivery address. Its error messages are keys of texts in the language
 * files.
 */
export const detailsSchema = z.object({
  name: requiredText('name'),
  email: requiredText('email', normalizeCharacters).pipe(z.email(fieldError('emailFormat'))),
  phone: requiredText('phone', normalizeCharacters).regex(
    /^\+?[0-9][0-9 -]{7,17}$/,
    fieldError('phoneFormat'),
  ),
  address: requiredText('address'),
  area: z.string().overwrite(normalizeText).max(100, tooLong).default(''),
  postcode: requiredText('postcode', (text) => normalizeCharacters(text).replaceAll(' ', '')).regex(
    /^\d{5}$/,
    fieldError('postcodeFormat'),
  ),
  city: requiredText('city'),
  state: z.enum(deliveryStates, fieldError('state')),
});

export type Details = z.output<typeof detailsSchema>;
export type DetailsField = keyof Details;

/** The values that a visitor entered in the form, valid or not. */
export type EnteredDetails = Readonly<Partial<Record<DetailsField, string>>>;

/** The details that one click enters in the form of the demo. */
export const sampleDetails: Details = {
  name: 'Aisyah Rahman',
  email: 'aisyah@example.my',
  phone: '012-345 6789',
  address: '18 Jalan Kenanga',
  area: 'Bukit Tinggi',
  postcode: '41200',
  city: 'Klang',
  state: 'Selangor',
};

/** Formats the address in one line: "18 Jalan Kenanga, Bukit Tinggi, 41200 Klang, Selangor". */
export function formatAddress({ address, area, postcode, city, state }: Details): string {
  return [address, area, `${postcode} ${city}`, state].filter((part) => part !== '').join(', ');
}

/** Returns the first name, for a greeting. */
export function getFirstName({ name }: Details): string {
  return name.split(/\s+/)[0] ?? name;
}
