export { storeContract, type StoreCase } from './stores/contract.ts';
