export { filterByCategory } from './bank-list.ts';
export { BankController, type BankOptions, type LoadMode } from './controller.ts';
export { announceLoadFailure, kindWithBanks, provider } from './kind.ts';
export { bankModule } from './lazy.ts';
export { renderBankPanel } from './panel.ts';
export { reduceBanks } from './reducer.ts';
export type { BankCategory } from '../../../state/checkout-state.ts';
