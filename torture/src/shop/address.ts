/** The public URL of the shop. The signatures of callbacks contain it. No request is sent to this host. */
export const publicUrl = 'https://shop.example';
export const callbackUrl = `${publicUrl}/pgw/callback`;
