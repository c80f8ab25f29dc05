import { createElement } from 'react';

/** The page of docs/server-drawn-pages.md as a component of React, which the server and the browser render. */
export const Page = ({ head, body }) =>
  createElement('main', { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: head + body } });
