/** Replaces each run of white space, and each no-break space, by one space. */
export function normalizeSpaces(text: string): string {
  return text.replace(/[\s\u00a0]+/g, ' ');
}
