/** Browsers request an icon for each page. Replace this folder with the icon of your shop. */
export const GET = (): Response => new Response(null, { status: 204 });
