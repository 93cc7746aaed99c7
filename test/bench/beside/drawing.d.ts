// What is used of the packages that are installed for the charts alone, and of which the compiler so knows nothing.

declare module '@observablehq/plot' {
  export type Mark = object;
  type Options = Record<string, unknown>;
  export function plot(options: Options): { outerHTML: string };
  export function barX(rows: object[], options: Options): Mark;
  export function line(rows: object[], options: Options): Mark;
  export function dot(rows: object[], options: Options): Mark;
  export function ruleY(rows: object[], options: Options): Mark;
  export function ruleX(values: number[], options?: Options): Mark;
  export function text(rows: object[], options: Options): Mark;
  export function gridX(options?: Options): Mark;
  export function axisX(options?: Options): Mark;
  export function gridY(options?: Options): Mark;
  export function axisY(options?: Options): Mark;
}

declare module 'linkedom' {
  export function parseHTML(html: string): { document: object };
}
