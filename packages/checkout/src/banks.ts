// The part that lets a shopper pick a bank: absent where no channel has any. What it shares with the list and Pay it takes
// from there.

// Logic
export { BanksController } from './controllers/banks.ts';
export { rememberChoice } from './recent-bank.ts';
export { reduceBanks } from './reduce-banks.ts';

// Words
export { bankAnnouncement } from './bank-announcement.ts';
export { banksEn as texts } from './locales/en-banks.ts';

// Looks
export { banksIcons as icons } from './icons/banks.ts';
export { bankStyles as styles } from './styles/banks.ts';
export { bankPicker } from './views/bank-picker.ts';
