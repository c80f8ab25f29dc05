// The floor a second time, in a process of its own. Its ratio to the floor is the error of the bench: it would be 1.00 without any.
export { create } from './floor.mjs';
