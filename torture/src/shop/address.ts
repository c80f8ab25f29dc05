/** The shop as it is known from outside: what callbacks are signed for. Nobody resolves this name. */
export const publicUrl = 'https://shop.example';
export const callbackUrl = `${publicUrl}/pgw/callback`;
