// baseline.mjs in a second process. Its ratio to the first process shows the measurement error. Without an
// error, the ratio would be 1.00.
export { create } from './baseline.mjs';
