export { BankController, type LoadMode } from './controller.ts';
export { rememberBank } from './recent-bank.ts';
export { bankModule } from './lazy.ts';
export { renderBankPanel } from './panel.ts';
export { reduceBanks, type BankEvent } from './reducer.ts';
