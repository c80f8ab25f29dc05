import { providerChannelStatus } from '@pgw/protocol';
import type { Mark } from './marks.ts';

/** A provider channel of the sandbox: a bank, or a plan with instalments. All names and logos are invented. */
export interface Bank {
  /** The value of `providerChannelId`. */
  readonly id: string;
  /** The name in upper case, as in responses. */
  readonly name: string;
  /** The name that is shown to shoppers. */
  readonly displayName: string;
  /** A value of `providerChannelStatus`: available, offline, under maintenance or hidden. */
  readonly status: number;
  /** The color and glyph of the logo. */
  readonly mark: Mark;
}

const { available, offline, maintenance, hidden } = providerChannelStatus;

/** The banks of FPX online banking: 20 available, two offline, one under maintenance and one hidden. */
export const banks: readonly Bank[] = [
  createBank('BANGS01', 'Bank Angsana', { color: '#2B3A8F', glyph: 'shield' }),
  createBank('BCEMP01', 'Bank Cempaka', { color: '#B8337F', glyph: 'flower' }),
  createBank('BKINA01', 'Bank Kinabalu', { color: '#4B5B6B', glyph: 'mountain' }, offline),
  createBank('BMANI01', 'Bank Manik', { color: '#7A4A1F', glyph: 'pearl' }),
  createBank('BPUNC01', 'Bank Puncak', { color: '#C2410C', glyph: 'chevrons' }),
  createBank('BRIMB01', 'Bank Rimba Nusantara Berhad (Perbankan Islam)', {
    color: '#2E6B2E',
    glyph: 'trees',
  }),
  createBank('BSELA01', 'Bank Selat', { color: '#1D5FAE', glyph: 'waves' }),
  createBank('BSERI01', 'Bank Seri', { color: '#C8102E', glyph: 'S' }),
  createBank('BTERA01', 'Bank Teratai', { color: '#9A3B73', glyph: 'lotus' }, maintenance),
  createBank('BWAWA01', 'Bank Wawasan', { color: '#0F5C63', glyph: 'W' }),
  createBank('BORNE01', 'Borneo Isles Bank', { color: '#2C6F95', glyph: 'islands' }),
  createBank('DAUND01', 'Daun Digital', { color: '#1F7A4D', glyph: 'leaf' }),
  createBank('DAMAR01', 'Damar Bank', { color: '#8A4B0F', glyph: 'D' }),
  createBank('KENAR01', 'Kenari Bank', { color: '#8A6A00', glyph: 'K' }),
  createBank('KOPEK01', 'Koperasi Pekan', { color: '#40513B', glyph: 'P' }),
  createBank('MELUR01', 'Melur Islamic Bank', { color: '#4A5D23', glyph: 'M' }),
  createBank('MUARA01', 'Muara Bank', { color: '#17617A', glyph: 'waves' }),
  createBank('NUSAM01', 'Nusa Merchant Bank', { color: '#3A3F8C', glyph: 'N' }),
  createBank('PERMA01', 'Permata Bank', { color: '#6A2C91', glyph: 'pearl' }),
  createBank('SAUJA01', 'Saujana Bank', { color: '#35634A', glyph: 'mountain' }),
  createBank('SEROJ01', 'Seroja Savings Bank', { color: '#7A3E9D', glyph: 'flower' }, offline),
  createBank('TANJU01', 'Tanjung Bank', { color: '#A33A2A', glyph: 'T' }),
  createBank('WIRAD01', 'Wira Digital Bank', { color: '#22303C', glyph: 'bolt' }),
  createBank('BLAMA01', 'Bank Lama', { color: '#555555', glyph: 'L' }, hidden),
];

/** Creates a provider channel. */
export function createBank(id: string, displayName: string, mark: Mark, status: number = available): Bank {
  return { id, name: displayName.toUpperCase(), displayName, status, mark };
}
