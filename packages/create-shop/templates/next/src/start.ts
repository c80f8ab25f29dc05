/**
 * Starts the background work of the checkout with the server. With wrong settings the process ends. After an error, Next.js
 * would go on, and respond to every request with an error.
 */
export async function start(): Promise<void> {
  try {
    const [{ getCheckout }, { publicUrl }] = await Promise.all([
      import('./checkout.ts'),
      import('./settings.ts'),
    ]);
    const { ready } = getCheckout();
    if (process.env.NODE_ENV === 'development') requirePort(publicUrl);
    await ready;
  } catch (error) {
    console.error(`The shop cannot start: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}

/** `next dev` uses another port if a program uses its port. Shoppers and the gateway would then reach that program. */
function requirePort(publicUrl: string): void {
  const { hostname, port } = new URL(publicUrl);
  if (hostname === '127.0.0.1' && port !== process.env.PORT)
    throw new Error(
      `It listens on port ${process.env.PORT}, but PGW_PUBLIC_URL is ${publicUrl}. If another program uses port ${port}, end it, or set PORT and PGW_PUBLIC_URL to another port.`,
    );
}
