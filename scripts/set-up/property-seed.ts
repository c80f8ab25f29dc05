import { configureGlobal } from 'fast-check';
import { isNightly } from '../nightly.ts';

// `npm test` checks properties with the same 30 inputs each time, so that it fails only after a change. The nightly
// run checks random inputs, and prints the seed of a failure.
if (!isNightly) configureGlobal({ seed: 17, numRuns: 30 });
