// The entry of the legacy build: one script for browsers that do not support the modern build.
import './polyfills.js';
import './page-check.js';
export * from '../src/script.ts';
