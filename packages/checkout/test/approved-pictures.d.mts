/**
 * The approved pictures in `test/pictures`. `scenes`: names, separated by spaces. The default language is
 * English.
 */
export const approvedPictures: readonly (readonly [
  theme: string,
  width: number,
  scenes: string,
  language?: string,
])[];
