import { circle, type Icon } from '../../ui/icon.ts';

export const checkIcon: Icon = { name: 'check', path: 'M5 12.5l4.5 4.5L19 7.5' };
export const minusIcon: Icon = { name: 'minus', path: `${circle}M8 12h8` };
export const hourglassIcon: Icon = {
  name: 'hourglass',
  path: 'M6 3h12M6 21h12M8 3v4l4 5 4-5V3M8 21v-4l4-5 4 5v4',
};
export const backIcon: Icon = { name: 'back', path: 'M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3' };
export const walletIcon: Icon = {
  name: 'wallet',
  path: 'M19 8V6a1 1 0 0 0-1-1H5a2 2 0 0 0 0 4h15a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H5a2 2 0 0 1-2-2V7M17 14v.1',
};
export const copyIcon: Icon = {
  name: 'copy',
  path: 'M9 9h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1zM4 16V4a1 1 0 0 1 1-1h11',
};
