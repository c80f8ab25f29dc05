import type { Icons } from '../views/icon.ts';

export const banksIcons: Icons = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4',
  cross: 'M6 6l12 12M18 6L6 18',
  ban: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM5.7 5.7l12.6 12.6',
};
