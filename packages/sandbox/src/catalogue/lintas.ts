import { banks, createBank, type Bank } from './banks.ts';

export const lintasWallets: readonly Bank[] = [
  createBank('LKILAT01', 'KilatPay', { color: '#D9480F', glyph: 'bolt' }),
  createBank('LRIAK01', 'Riak Wallet', { color: '#0B7285', glyph: 'waves' }),
  createBank('LSENTU01', 'Sentuh eWallet', { color: '#1554B8', glyph: 'touch' }),
];

const bankIds = ['BANGS01', 'BSERI01', 'DAUND01', 'KENAR01', 'MUARA01'];

/** The banks and wallets of Lintas, a scheme with an invented name whose list holds both. */
export const lintasProviders: readonly Bank[] = [
  ...banks.filter(({ id }) => bankIds.includes(id)),
  ...lintasWallets,
];
