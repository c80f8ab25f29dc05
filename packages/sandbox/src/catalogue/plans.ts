import { createBank, type Bank } from './banks.ts';

const mark = { color: '#0B6E4F', glyph: 'T' } as const;

/** The gateway's interface has no field for the terms of a plan, so the merchant configures them by these ids. */
export const plans: readonly Bank[] = [
  createBank('TANGGA03', 'Tangga 3 months', mark),
  createBank('TANGGA06', 'Tangga 6 months', mark),
  createBank('TANGGA12', 'Tangga 12 months', mark),
];
