// The module of the bank picker. It is loaded when a channel has banks.
export { announceBanks } from './announcements.ts';
export { sortBanks } from './order.ts';
export { bankPicker } from './picker.ts';
export { bankStyles as styles } from './styles.ts';
