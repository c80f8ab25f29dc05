import type { JSX } from 'react';

export default function NotFound(): JSX.Element {
  return <p>There is no such page.</p>;
}
