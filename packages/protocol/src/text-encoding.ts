const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes UTF-8 and removes its byte order mark. Returns undefined when the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Decodes UTF-8, with or without a byte order mark.
 *
 * @throws TextEncodingError for another encoding. Editors and the shell of Windows often write UTF-16.
 */
export function decodeText(bytes: Uint8Array): string {
  const encoding = findWideEncoding(bytes);
  if (encoding !== undefined) throw new TextEncodingError(`is encoded in ${encoding}`);
  const text = decodeUtf8(bytes);
  if (text === undefined) throw new TextEncodingError('has bytes that are not UTF-8');
  return text;
}

/** Error thrown for a text that is not UTF-8. The message continues the name of the text. */
export class TextEncodingError extends Error {
  /** The name of the class. */
  override readonly name = 'TextEncodingError';

  constructor(reason: string) {
    super(`${reason}. Save it as UTF-8.`);
  }
}

/**
 * Recognizes UTF-16 and UTF-32 by the byte order mark, or by the zero bytes beside the first character. JSON, CSV and
 * .env files begin with an ASCII character and contain no zero byte.
 */
function findWideEncoding([a, b, c, d]: Uint8Array): 'UTF-16' | 'UTF-32' | undefined {
  const hasLittleEndianMark = a === 0xff && b === 0xfe;
  const hasBigEndianMark = a === 0xfe && b === 0xff;
  const isFirstZero = a === 0 && b === 0;
  const isLastZero = c === 0 && d === 0;
  if (
    (isFirstZero && (c !== 0 || d !== 0) && d !== undefined) ||
    (isLastZero && (b === 0 || hasLittleEndianMark))
  )
    return 'UTF-32';
  return hasLittleEndianMark || hasBigEndianMark || a === 0 || b === 0 ? 'UTF-16' : undefined;
}
