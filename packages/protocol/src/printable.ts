/** Control and format characters, separators of lines, and halves of surrogate pairs. Some languages need the two joiners. */
const notPrintable = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/** A terminal would interpret the replaced characters of a foreign text, or show it in another order. */
export function toPrintable(text: string): string {
  return text.replaceAll(notPrintable, ' ');
}

/** Returns the JSON of a value for a terminal. The same characters are escaped, except line ends between members. */
export function toPrintableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(notPrintable, (characters) =>
    // Surrogates are escaped separately.
    characters.replaceAll(/[^\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
