import type { LocaleText } from './plural-text.ts';

/** The English texts that are loaded with the lists of banks and plans. */
export const bankTexts = {
  'bank.search': 'Search banks',
  'bank.clear': 'Clear search',
  'bank.all': 'All banks',
  'bank.offline': 'Offline',
  'bank.maintenance': 'Under maintenance',
  'bank.count': { one: '{n} bank found', other: '{n} banks found' },
  'bank.none': 'No bank matches “{query}”. Check the spelling.',
  'mixed.search': 'Search by name',
  'mixed.all': 'All banks and wallets',
  'mixed.count': { one: '{n} bank or wallet found', other: '{n} banks and wallets found' },
  'mixed.none': 'No bank or wallet matches “{query}”. Check the spelling.',
  'plan.months': { one: '{n} month', other: '{n} months' },
  'plan.total': 'Total {amount}',
  'plan.no-interest': 'No interest',
  'plan.interest': '{percent} interest, {amount}',
  'bank.category': 'Type of account',
  'bank.personal': 'Personal',
  'bank.business': 'Business',
  'bank.unavailable': '{bank} has just gone offline. Choose another bank or another way to pay.',
} satisfies Record<string, LocaleText>;
