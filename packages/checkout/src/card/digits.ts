/** The zeros of all scripts in the basic multilingual plane (Unicode category Nd). */
const zeros: readonly number[] = [
  0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50,
  0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40,
  0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
];

/** The digits of a text as 0 to 9, in whatever script. Everything else is removed. */
export function digitsOf(text: string): string {
  return text.replace(/[^]/g, digit);
}

/** The same with a slash for each separator. Latin letters are removed. */
export function digitsAndSeparators(text: string): string {
  return text
    .replace(/^\s+/, '')
    .replace(/[^]/g, (letter) => digit(letter) || (/[a-z]/i.test(letter) ? '' : '/'));
}

function digit(letter: string): string {
  const code = letter.charCodeAt(0);
  const zero = zeros.find((first) => code >= first && code < first + 10);
  return zero === undefined ? '' : String(code - zero);
}
