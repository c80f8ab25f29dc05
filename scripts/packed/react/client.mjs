import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Page } from './page.mjs';

const snippet = JSON.parse(document.getElementById('snippet').textContent);
hydrateRoot(document.getElementById('root'), createElement(Page, snippet), {
  onRecoverableError: (error) => console.error(error),
});
