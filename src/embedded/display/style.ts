/**
 * How messages look. The views share their markup.
 *
 * Sizes follow the text that visitors have chosen for their browser (`medium`), and not the page's `html`; of what a page
 * has set for its own text, direction and light come in alone. Markup of the page's own stands in its own text.
 */
export const STYLE = `
[hidden] { display: none !important }
ul { container-type: inline-size; contain-intrinsic-inline-size: 17em; list-style: none; margin: 0; padding: 0; font-size: medium; display: grid; gap: var(--tidings-gap, 1em); grid-template-columns: repeat(auto-fill, minmax(min(100%, 17em), 1fr)) }
ul:has(.own) { font-size: inherit }
p { margin: 0 }
.message { all: initial; isolation: isolate; color-scheme: inherit; visibility: inherit; pointer-events: inherit; writing-mode: inherit; -webkit-text-size-adjust: inherit; text-size-adjust: inherit; overflow: clip; font-family: var(--tidings-font, system-ui, sans-serif); line-height: 1.45; color: var(--tidings-color, CanvasText); border: 1px solid var(--tidings-line, color-mix(in srgb, currentColor 16%, transparent)); border-radius: var(--tidings-radius, .75em); background: var(--tidings-background, Canvas) }
.message, .own { position: relative; display: flex; flex-direction: column; min-inline-size: 0; overflow-wrap: anywhere }
.media { display: block; inline-size: 100%; aspect-ratio: 16 / 9; object-fit: cover; background: color-mix(in srgb, currentColor 8%, transparent) }
.text { flex: 1; display: flex; flex-direction: column; gap: .25em; min-inline-size: 0; padding: 1em 1.125em 1.125em }
.title { font-size: 1.125em; font-weight: 650; line-height: 1.3; text-wrap: balance }
.link { all: unset; cursor: pointer }
.link::after { content: ''; position: absolute; inset: 0; border-radius: inherit }
.link:hover { text-decoration: underline; text-underline-offset: .2em }
.link:focus-visible::after { outline: 3px solid var(--tidings-accent, currentColor); outline-offset: -3px }
.buttons { position: relative; z-index: 1; display: flex; flex-wrap: wrap; gap: .5em; margin-block-start: auto; padding-block-start: .75em }
.button { all: unset; box-sizing: border-box; cursor: pointer; min-block-size: 2.9334em; padding: .5334em 1.0667em; border: 1px solid; border-radius: 9in; font-size: .9375em; font-weight: 600; line-height: 1.6; text-align: center; color: var(--tidings-accent, currentColor) }
.button:first-child { border-color: transparent; color: var(--tidings-on-accent, Canvas); background: var(--tidings-accent, CanvasText) }
.button:hover { filter: opacity(.85) }
.button:focus-visible { outline: 3px solid var(--tidings-accent, currentColor); outline-offset: 2px }
:host(:is([view=banner], [view=notification])) ul { grid-template-columns: 100% }
:host([view=notification]) li { flex-direction: row }
:host([view=notification]) .media { inline-size: 3em; block-size: 3em; flex: none; margin: .875em; margin-inline-end: 0; border-radius: .5em }
:host([view=notification]) .text { padding: .75em .875em }
:host([view=notification]) .title { font-size: 1em }
:host([view=notification]) .body { font-size: .9375em }
@container (min-width: 36em) {
  :host([view=banner]) li { flex-direction: row }
  :host([view=banner]) .message { min-block-size: 10em }
  :host([view=banner]) .media { flex: none; inline-size: 33%; aspect-ratio: auto; contain: size }
  :host([view=banner]) .text { padding: 1.25em 1.5em; justify-content: center }
  :host([view=banner]) .buttons { margin-block-start: 0 }
  :host([view=notification]) .text { padding-inline-end: 1em }
}
`;
