// floor.mjs in a second process. Its ratio to the first process shows the error of the bench: without an
// error it would be 1.00.
export { create } from './floor.mjs';
