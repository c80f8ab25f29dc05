import { memoryStore } from '@pgw/express/stores/memory';
import { createCheckoutApp } from './route.mjs';

export const create = ({ httpOrigin }) => createCheckoutApp(httpOrigin, memoryStore());
