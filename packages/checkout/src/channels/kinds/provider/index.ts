export { BankController, type BankOptions, type LoadMode } from './controller.ts';
export { provider } from './kind.ts';
export { bankModule } from './lazy.ts';
export { reduceBanks } from './reducer.ts';
