/** How messages look. The views share their markup. */
export const STYLE = `
:host { container-type: inline-size; contain-intrinsic-inline-size: 17rem; font-family: var(--tidings-font, system-ui, sans-serif); font-size: 1rem; line-height: 1.45; color: var(--tidings-color, CanvasText) }
[hidden] { display: none !important }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: var(--tidings-gap, 1rem); grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)) }
p { margin: 0 }
li { position: relative; display: flex; flex-direction: column; min-inline-size: 0; overflow-wrap: anywhere }
.message { overflow: clip; border: 1px solid var(--tidings-line, color-mix(in srgb, currentColor 16%, transparent)); border-radius: var(--tidings-radius, .75rem); background: var(--tidings-background, Canvas) }
.media { display: block; inline-size: 100%; aspect-ratio: 16 / 9; object-fit: cover; background: color-mix(in srgb, currentColor 8%, transparent) }
.text { flex: 1; display: flex; flex-direction: column; gap: .25rem; min-inline-size: 0; padding: 1rem 1.125rem 1.125rem }
.title { font-size: 1.125rem; font-weight: 650; line-height: 1.3; text-wrap: balance }
.link { all: unset; cursor: pointer }
.link::after { content: ''; position: absolute; inset: 0; border-radius: inherit }
.link:hover { text-decoration: underline; text-underline-offset: .2em }
.link:focus-visible::after { outline: 3px solid var(--tidings-accent, currentColor); outline-offset: -3px }
.buttons { position: relative; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem; margin-block-start: auto; padding-block-start: .75rem }
.button { all: unset; box-sizing: border-box; cursor: pointer; min-block-size: 2.75rem; padding: .5rem 1rem; border: 1px solid; border-radius: 9in; font-size: .9375rem; font-weight: 600; line-height: 1.6; text-align: center; color: var(--tidings-accent, currentColor) }
.button:first-child { border-color: transparent; color: var(--tidings-on-accent, Canvas); background: var(--tidings-accent, CanvasText) }
.button:hover { filter: opacity(.85) }
.button:focus-visible { outline: 3px solid var(--tidings-accent, currentColor); outline-offset: 2px }
:host(:is([view=banner], [view=notification])) ul { grid-template-columns: 100% }
:host([view=notification]) li { flex-direction: row }
:host([view=notification]) .media { inline-size: 3rem; block-size: 3rem; flex: none; margin: .875rem; margin-inline-end: 0; border-radius: .5rem }
:host([view=notification]) .text { padding: .75rem .875rem }
:host([view=notification]) .title { font-size: 1rem }
:host([view=notification]) .body { font-size: .9375rem }
@container (min-width: 36rem) {
  :host([view=banner]) li { flex-direction: row }
  :host([view=banner]) .message { min-block-size: 10rem }
  :host([view=banner]) .media { flex: none; inline-size: 33%; aspect-ratio: auto; contain: size }
  :host([view=banner]) .text { padding: 1.25rem 1.5rem; justify-content: center }
  :host([view=banner]) .buttons { margin-block-start: 0 }
  :host([view=notification]) .text { padding-inline-end: 1rem }
}
`;
