import { expect, it } from 'vitest';
import { tight } from '../../scripts/tight-styles.js';

it('takes the spaces out of a style that say nothing, and leaves those that do', () => {
  const style = `
:host([hidden]), .a > .b :hover + i { display: none !important }
.c { inset: 0 auto; inline-size: calc(100% - 2em); font: 1em/1.5 system-ui, sans-serif; content: ', ; {  }'; }
@media (max-width: 30rem) and (hover) { [x=' > '] .d { margin: 0 } }`;

  expect(tight(style)).toBe(
    ":host([hidden]),.a>.b :hover + i{display:none !important}.c{inset:0 auto;inline-size:calc(100% - 2em);font:1em/1.5 system-ui,sans-serif;content:', ; {  }'}@media (max-width:30rem) and (hover){[x=' > '] .d{margin:0}}",
  );
});
