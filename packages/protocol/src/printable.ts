/**
 * Control characters, format characters such as the controls of bidirectional text, separators of lines and
 * paragraphs, and halves of surrogate pairs. The two joiners are excluded, because some languages need them.
 */
const notPrintable = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/**
 * Returns a text from a file, a gateway or a wallet in a form that can be printed in one line. A terminal would
 * interpret the replaced characters, or show the text in another order.
 */
export function toPrintable(text: string): string {
  return text.replaceAll(notPrintable, ' ');
}

/** Returns the JSON of a value for a terminal. The same characters are escaped, except line ends between members. */
export function toPrintableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(notPrintable, (characters) =>
    characters
      .split('')
      .map((unit) => (unit === '\n' ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`))
      .join(''),
  );
}
