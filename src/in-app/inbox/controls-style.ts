/** How what stands around the list looks, and in its rows. */
export const CONTROLS_STYLE = `
li { flex-wrap: wrap; justify-content: end }
.open, .removed > span { flex-basis: 10em }
.bar { display: flex; flex-wrap: wrap; align-items: end; column-gap: .5em; border-block-end: 1px solid var(--tidings-line, color-mix(in srgb, currentColor 20%, transparent)) }
.tabs { display: flex; flex-wrap: wrap }
.tab { min-inline-size: 3em; padding-block-end: .95em; text-align: center; border-end-start-radius: 0; border-end-end-radius: 0 }
.tab[aria-selected=true] { padding-block-end: .75em; border-block-end: .2em solid var(--tidings-accent, currentColor); font-weight: 700 }
.read-all { margin-inline-start: auto }
.read-all, .more, .undo { font-weight: 700; color: var(--tidings-accent, inherit) }
.more { display: block; inline-size: 100%; text-align: center }
.toggle, .remove { flex: none; min-inline-size: 3em; text-align: center }
.toggle::before { content: ''; display: inline-block; box-sizing: border-box; inline-size: .75em; block-size: .75em; border: .1em solid var(--tidings-accent, currentColor); border-radius: 50% }
.unread .toggle::before { border-width: .375em }
.removed { flex: 1; align-self: center; display: flex; flex-wrap: wrap; align-items: center; justify-content: end; padding: .5em 0; padding-inline-start: .75em; overflow-wrap: anywhere }
.removed > span { flex-grow: 1 }
.news { position: absolute; inline-size: 1px; block-size: 1px; padding: 0; overflow: clip; clip-path: inset(50%) }
`;
