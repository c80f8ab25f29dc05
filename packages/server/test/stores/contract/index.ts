// Another clock and other random numbers
export { withTestOverrides, type TestOverrides } from '@pgw/protocol/internal';

// The test suite that every store must pass
export { storeContract } from './store-contract.ts';
export type { StoreCase } from './store-case.ts';
