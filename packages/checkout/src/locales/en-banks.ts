import type { Text } from './text.ts';

/** English for choosing a bank. */
export const banksEn = {
  'bank.search': 'Search banks',
  'bank.clear': 'Clear search',
  'bank.recent': 'Last used',
  'bank.all': 'All banks',
  'bank.offline': 'Offline',
  'bank.maint': 'Under maintenance',
  'bank.count': { one: '{n} bank found', other: '{n} banks found' },
  'bank.none': 'No bank matches “{query}”. Check the spelling.',
  'bank.category': 'Type of account',
  'bank.personal': 'Personal',
  'bank.business': 'Business',
} satisfies Record<string, Text>;
