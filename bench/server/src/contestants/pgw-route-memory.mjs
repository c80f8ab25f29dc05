import { memoryStore } from '@pgw/express/stores/memory';
import { route } from './route.mjs';

export const create = ({ http }) => route(http, memoryStore());
