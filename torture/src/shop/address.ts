/** The public URL of the shop, which callbacks are signed for. No request is sent to this host. */
export const publicUrl = 'https://shop.example';
export const callbackUrl = `${publicUrl}/pgw/callback`;
