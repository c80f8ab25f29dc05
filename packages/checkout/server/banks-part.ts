import { bankPicker } from '../src/views/bank-picker.ts';

// In place of the element's own: on the server what draws banks is at hand, and nothing else is drawn.
export const banksPart = { here: { bankPicker } };
