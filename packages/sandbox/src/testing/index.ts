// The sandbox for tests
export { createSandbox } from './create-sandbox.ts';
export type { ClientOptions, TestMerchant, TestSandbox, TestSandboxOptions } from './test-sandbox.ts';
export type { Sandbox } from '../sandbox.ts';

// What a test does
export type { CardDetails } from './card.ts';
export type { CutOptions, Faults } from './faults.ts';
export type { DecidedPayment, PayOptions, PayOutcome } from './pay-as.ts';
export type { StartedPayment, StartOptions } from './start-payment.ts';

// What a test reads
export type { Activity, ActivityKind, ActivityOf } from '../activity/activity-row.ts';
export type { ActivityFilter } from '../activity/activity-log.ts';
export { defaultTenant } from '../options.ts';
