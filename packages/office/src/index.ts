export { createOffice } from './office.ts';
export type {
  Beneficiary,
  CheckoutOfOffice,
  Clerk,
  OfficeAccount,
  OfficeBrand,
  OfficeCall,
  OfficeOptions,
  OfficeWallets,
  OrderDescription,
  Verb,
} from './options.ts';
