import { headers } from 'next/headers';
import type { JSX, ReactNode } from 'react';
import '../style.css';

export const metadata = { title: 'Two Mugs' };

export default async function Layout({ children }: { readonly children: ReactNode }): Promise<JSX.Element> {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <html lang="en">
      <body>
        {children}
        <script type="module" src="/pgw/checkout.mjs" nonce={nonce} async />
        <script src="/pgw/checkout.js" nonce={nonce} async />
      </body>
    </html>
  );
}
