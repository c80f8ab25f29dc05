/** The code of the digit zero in each script of the basic multilingual plane (Unicode category Nd). */
const zeros: readonly number[] = [
  0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50,
  0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40,
  0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
];

/** Returns the digits of a text. Digits of every script are converted to 0 to 9. */
export function extractDigits(text: string): string {
  return text.replace(/[^]/g, toDigit);
}

/** Returns the digits, with a slash for each other character. Latin letters and leading white space are removed. */
export function extractDigitsAndSeparators(text: string): string {
  return text
    .replace(/^\s+/, '')
    .replace(/[^]/g, (character) => toDigit(character) || (/[a-z]/i.test(character) ? '' : '/'));
}

/** Converts a digit of any script to 0 to 9. Returns an empty text for any other character. */
function toDigit(character: string): string {
  const code = character.charCodeAt(0);
  const zero = zeros.find((first) => code >= first && code < first + 10);
  return zero === undefined ? '' : String(code - zero);
}
