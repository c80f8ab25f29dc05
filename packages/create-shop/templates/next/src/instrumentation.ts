/** Called when the server starts. */
export async function register(): Promise<void> {
  // Next.js also compiles this file for its edge runtime, which has no modules of Node.
  if (process.env.NEXT_RUNTIME === 'nodejs') await (await import('./start.ts')).start();
}
