import { networkSwitch } from './network-switch.js';
import type { Part, Scene } from './scene.js';
import { refusalSwitch } from './refusal-switch.js';
import { section } from './section.js';
import { tabSwitch } from './tab-switch.js';
import { tokenSwitch } from './token-switch.js';
import { troubleSwitch } from './trouble-switch.js';

/** What goes wrong when the visitor wants it to. */
export function switchesPart(scene: Scene): Part {
  const switches = [networkSwitch, troubleSwitch, tokenSwitch, refusalSwitch, tabSwitch].map((make) =>
    make(scene),
  );
  return {
    element: section('Make it go wrong', ...switches.map(({ element }) => element)),
    draw: (depth) => switches.forEach(({ draw }) => draw(depth)),
  };
}
