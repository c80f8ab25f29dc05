// Everything in one script, for browsers that the modern build is too new for.
import './polyfills.js';
export * from '../src/script.ts';
