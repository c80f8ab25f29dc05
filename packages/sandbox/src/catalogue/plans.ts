import { createBank, type Bank } from './banks.ts';

const mark = { color: '#0B6E4F', glyph: 'T' } as const;

/** The months and the flat interest in percent of each plan, which its page shows. */
export const planTerms: Readonly<
  Record<string, { readonly months: number; readonly interestPercent: number }>
> = {
  TANGGA03: { months: 3, interestPercent: 0 },
  TANGGA06: { months: 6, interestPercent: 5 },
  TANGGA12: { months: 12, interestPercent: 8 },
};

/** The gateway's interface has no field for the terms of a plan, so the merchant configures them by these ids. */
export const plans: readonly Bank[] = [
  createBank('TANGGA03', 'Tangga 3 months', mark),
  createBank('TANGGA06', 'Tangga 6 months', mark),
  createBank('TANGGA12', 'Tangga 12 months', mark),
];
