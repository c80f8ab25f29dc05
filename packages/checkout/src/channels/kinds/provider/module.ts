// The content of the lazy module `bankModule`.
export { announceBanks } from './announcements.ts';
export { sortBanks } from './order.ts';
export { renderBankPicker } from './picker.ts';
export { bankStyles as styles } from './styles.ts';
