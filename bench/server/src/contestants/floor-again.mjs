// The floor in a second process. Without an error of the bench its ratio to the floor would be 1.00.
export { create } from './floor.mjs';
