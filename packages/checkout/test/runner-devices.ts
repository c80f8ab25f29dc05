import { sendKeys, sendMouse } from '@web/test-runner-commands';
import './devices.ts';

// The mouse and the keyboard of the browser of Web Test Runner. The page of the tests loads this file first.

const round = (x: number, y: number): [number, number] => [Math.round(x), Math.round(y)];

globalThis.devices = {
  click: (x, y) => sendMouse({ type: 'click', position: round(x, y) }),
  move: (x, y) => sendMouse({ type: 'move', position: round(x, y) }),
  press: (key) => sendKeys({ press: key }),
  type: (text) => sendKeys({ type: text }),
};
