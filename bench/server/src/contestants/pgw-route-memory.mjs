import { memoryStore } from '@pgw/express/stores/memory';
import { createCheckoutApp } from './route.mjs';

export const create = ({ http }) => createCheckoutApp(http, memoryStore());
