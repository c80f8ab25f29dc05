/** Called when the server starts, so that the background work of the checkout does not wait for the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { getCheckout } = await import('./checkout.ts');
  await getCheckout().ready;
}
