import { z } from 'zod';
import { english, type Texts } from './languages/index.ts';

/** Where the shop delivers. */
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

/** What is wrong with a field: the name of a text. */
export type FieldError = keyof Texts['fieldErrors'];

export function isFieldError(name: string): name is FieldError {
  return Object.hasOwn(english.texts.fieldErrors, name);
}

const fieldError = (name: FieldError): FieldError => name;
const tooLong = fieldError('tooLong');
const text = (missing: FieldError) => z.string({ error: missing }).trim().min(1, missing).max(100, tooLong);

/** Who receives the order, and where. The messages of its errors are names of texts. */
export const details = z.object({
  name: text('name'),
  email: text('email').pipe(z.email(fieldError('emailFormat'))),
  phone: text('phone').regex(/^\+?[0-9][0-9 -]{7,17}$/, fieldError('phoneFormat')),
  address: text('address'),
  area: z.string().trim().max(100, tooLong).default(''),
  postcode: text('postcode').regex(/^\d{5}$/, fieldError('postcodeFormat')),
  city: text('city'),
  state: z.enum(deliveryStates, fieldError('state')),
});

export type Details = z.output<typeof details>;
export type DetailsField = keyof Details;

/** What a person has typed so far, valid or not. */
export type TypedDetails = Readonly<Partial<Record<DetailsField, string>>>;

/** Fills the form of the demo with one press. */
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

/** "18 Jalan Kenanga, Bukit Tinggi, 41200 Klang, Selangor" */
export function addressLine({ address, area, postcode, city, state }: Details): string {
  return [address, area, `${postcode} ${city}`, state].filter((part) => part !== '').join(', ');
}

/** The name for a greeting. */
export function firstName({ name }: Details): string {
  return name.split(/\s+/)[0] ?? name;
}
