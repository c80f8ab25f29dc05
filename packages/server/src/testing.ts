// The test suite that every store must pass
export { storeContract } from './stores/contract/store-contract.ts';
export type { StoreCase } from './stores/contract/store-case.ts';
