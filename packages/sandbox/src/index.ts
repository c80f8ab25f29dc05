// The gateway
export { createSandbox, type DecideOptions, type Sandbox } from './sandbox.ts';
export { defaultTenant, type Leniency, type SandboxOptions, type Tenant } from './options.ts';

// What tests and logs see
export type { CallbackEvent } from './callback-event.ts';
export type { Payment, QueuedCallback, Session } from './ledger/rows.ts';
export { outcomes, type OutcomeName } from './outcomes.ts';
export { scenarios, type Scenario, type ScenarioName, type ScenarioSetting } from './scenarios.ts';

// What the sandbox offers
export { banks, type Bank } from './catalogue/banks.ts';
export { channels, type CatalogueChannel } from './catalogue/channels.ts';
