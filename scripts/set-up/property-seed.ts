import { configureGlobal } from 'fast-check';

// `npm test` checks properties with the same inputs each time, so that it fails only after a change. The nightly
// run checks random inputs, and prints the seed of a failure.
const isNightly = 'process' in globalThis ? process.env['PGW_NIGHTLY'] === '1' : 'isNightly' in globalThis;
if (!isNightly) configureGlobal({ seed: 17 });
