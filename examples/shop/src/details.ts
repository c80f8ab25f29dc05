import { z } from 'zod';

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
] as const;

const text = (missing: string) =>
  z.string({ error: missing }).trim().min(1, missing).max(100, 'Use 100 characters or fewer.');

/** Who the order is for and where it goes. */
export const details = z.object({
  name: text('Enter your name.'),
  email: text('Enter your email address.').pipe(z.email('Enter an email address like aisyah@example.my.')),
  phone: text('Enter your phone number.').regex(
    /^\+?[0-9][0-9 -]{7,17}$/,
    'Enter a phone number like 012-345 6789.',
  ),
  address: text('Enter your street and house number.'),
  area: z.string().trim().max(100, 'Use 100 characters or fewer.').default(''),
  postcode: text('Enter your postcode.').regex(/^\d{5}$/, 'Enter a postcode of 5 digits, like 41200.'),
  city: text('Enter your city or town.'),
  state: z.enum(deliveryStates, 'Choose your state.'),
});

export type Details = z.output<typeof details>;
export type DetailsField = keyof Details;

/** What a person typed so far, right or wrong. */
export type TypedDetails = Readonly<Partial<Record<DetailsField, string>>>;

/** Offered in the demo, so that nobody has to type. */
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

/** The name to greet with. */
export function firstName({ name }: Details): string {
  return name.split(/\s+/)[0] ?? name;
}
