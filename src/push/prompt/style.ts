/** How the prompt and the bell look. Their sizes go by the visitor's own, whatever the page has made of its root. */
export const STYLE = `
:host { display: contents }
[hidden] { display: none !important }
.panel { all: initial; color-scheme: inherit; display: block; box-sizing: border-box; position: fixed; z-index: 2147483647; inset-block: auto 1em; inset-inline: 1em; margin-inline-start: auto; margin-block-end: env(safe-area-inset-bottom, 0); max-inline-size: 26em; max-block-size: calc(100vh - 2em); overflow: auto; padding: 1.25em; font: medium/1.45 var(--tidings-font, system-ui, sans-serif); overflow-wrap: anywhere; color: var(--tidings-color, CanvasText); background: var(--tidings-background, Canvas); border: 1px solid var(--tidings-line, color-mix(in srgb, currentColor 16%, transparent)); border-radius: var(--tidings-radius, .75em); box-shadow: 0 .5em 2em rgb(0 0 0 / .25) }
p { margin: 0 }
.title { font-size: 1.125em; font-weight: 650; line-height: 1.3; text-wrap: balance }
.body:empty { display: none }
.body, .failed { margin-block-start: .375em }
.failed { font-weight: 650 }
.categories { min-inline-size: 0; margin: 1em 0 0; padding: 0; border: 0 }
legend { padding: 0; font-size: .9375em; font-weight: 650 }
.category { display: flex; align-items: center; gap: .625em; min-block-size: 2.75em; cursor: pointer }
.category + .category { border-block-start: 1px solid var(--tidings-line, color-mix(in srgb, currentColor 16%, transparent)) }
input { flex: none; inline-size: 1.25em; block-size: 1.25em; margin: 0; cursor: pointer; accent-color: var(--tidings-accent, auto) }
.buttons { display: flex; flex-wrap: wrap; gap: .5em; margin-block-start: 1em }
button { all: unset; box-sizing: border-box; cursor: pointer }
.buttons button { flex: 1 0 auto; min-block-size: 2.75em; padding: .5em 1em; border: 1px solid; border-radius: 9in; font-size: .9375em; font-weight: 600; line-height: 1.6; text-align: center; color: var(--tidings-accent, currentColor) }
.buttons .yes { border-color: transparent; color: var(--tidings-on-accent, Canvas); background: var(--tidings-accent, CanvasText) }
.buttons button:hover { filter: opacity(.85) }
button:focus-visible, input:focus-visible { outline: 3px solid var(--tidings-accent, currentColor); outline-offset: 2px }
.bell { display: inline-grid; place-items: center; inline-size: 44px; block-size: 44px; border-radius: 50%; color: var(--tidings-color, inherit) }
.bell:hover { background: color-mix(in srgb, currentColor 10%, transparent) }
.bell svg { inline-size: 24px; block-size: 24px; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round }
.bell.on .dome { fill: currentColor }
.bell:not(.blocked) .stroke { display: none }
@media (min-width: 30em) {
  .beside { inset: var(--y) auto auto var(--x); margin: 0; inline-size: 22em }
}
@media (prefers-reduced-motion: no-preference) {
  .panel { animation: come .25s ease-out }
  @keyframes come { from { opacity: 0; translate: 0 .75em } }
}
@media print {
  :host { display: none }
}
`;
