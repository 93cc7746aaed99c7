/** How the inspector looks, whatever the page's own style says. */
export const STYLE = `
:host {
all: initial !important; position: fixed !important; z-index: 2147483647 !important;
inset: auto 0 var(--tidings-inspector-below, 0) auto !important; display: flex !important; flex-direction: column !important;
max-inline-size: 100% !important; max-block-size: calc(100% - var(--tidings-inspector-below, 0px)) !important
}
* { box-sizing: border-box; margin: 0; padding: 0 }
[hidden] { display: none !important }
aside {
--ink: #172033; --soft: #55607a; --paper: #fff; --card: #f4f6fa; --line: #dbe1ec; --edge: #7b879f;
--accent: #2456c7; --tint: #2456c71f; --good: #12693b; --wait: #805000; --bad: #b3261e;
color-scheme: light; position: relative; display: flex; flex-direction: column; margin: 12px; overflow: hidden;
inline-size: fit-content; margin-inline-start: auto;
border: 1px solid var(--edge); border-radius: 14px; background: var(--paper); color: var(--ink);
font: 14px/1.45 system-ui, sans-serif; text-align: start; box-shadow: 0 6px 28px #0003;
font-variant-numeric: tabular-nums
}
aside.open {
inline-size: var(--tidings-inspector-width, 432px); max-inline-size: calc(100% - 24px); block-size: var(--tidings-inspector-height, 736px)
}
button {
all: unset; box-sizing: border-box; display: flex; flex: none; align-items: center; gap: 10px; cursor: pointer;
min-block-size: 44px; padding: 0 16px; inline-size: 100%
}
.faults { display: flex; flex-wrap: wrap; gap: 8px; margin-block-end: 6px }
.faults button {
inline-size: auto; border: 1px solid var(--edge); border-radius: 22px
}
.faults button::after { content: none }
.faults [aria-pressed=true] { border-color: var(--bad); background: var(--bad); color: var(--paper) }
button b { font-weight: 650 }
button::after {
content: ''; flex: none; inline-size: 7px; block-size: 7px; border: solid; border-width: 2px 0 0 2px;
rotate: 45deg; translate: 0 2px
}
[aria-expanded=true]::after { rotate: 225deg; translate: 0 -2px }
.brief { flex: 1; color: var(--soft); text-align: end; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
:focus-visible { outline: 2px solid var(--accent); outline-offset: -3px; border-radius: 12px }
#body { flex: 1; overflow: auto; scrollbar-width: thin; scrollbar-color: var(--edge) var(--paper); overscroll-behavior: contain; border-top: 1px solid var(--line); padding: 0 16px 16px }
#body:not(.drawn) { visibility: hidden }
section, ::slotted(*) { display: block; padding-block-start: 14px }
slot { display: contents }
h2 { font: 650 13px/1.4 system-ui, sans-serif; color: var(--soft); margin-block-end: 6px }
p, .more { color: var(--soft) }
dl > div { display: grid; grid-template-columns: 6em minmax(0, 1fr); gap: 10px; padding-block: 2px }
dt { color: var(--soft) }
dd, .what { overflow-wrap: anywhere }
.what { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden }
.figures { display: grid; grid-template-columns: 1fr 1fr; gap: 8px }
.figures > div { display: block; padding: 8px 12px; border-radius: 10px; background: var(--card) }
.figures dd { font-weight: 650 }
svg { display: block; inline-size: 100%; block-size: 48px; margin-block-end: 8px; border-radius: 10px; background: var(--card) }
.area { fill: var(--tint) }
.curve { fill: none; stroke: var(--accent); stroke-width: 2; vector-effect: non-scaling-stroke }
ol { list-style: none; border: 1px solid var(--line); border-radius: 10px }
li { display: grid; grid-template-columns: minmax(38%, 1fr) minmax(0, auto); gap: 0 12px; padding: 7px 12px }
li + li { border-top: 1px solid var(--line) }
.what { font-weight: 550 }
.figure { white-space: nowrap }
.state { text-align: end; overflow-wrap: anywhere }
.good .state { color: var(--good) }
.wait .state { color: var(--wait) }
.bad .state { color: var(--bad) }
li > ol { grid-column: 1 / -1; margin-block: 4px; border-width: 0 0 0 2px; border-radius: 0 }
li li { padding: 1px 0 1px 12px }
li li + li { border: 0 }
li li .what { font-weight: 400 }
.stations { display: flex; justify-content: space-between; margin-block-end: 4px; font-size: 12.5px }
.track { grid-column: 1 / -1; block-size: 4px; margin-block: 5px 2px; border-radius: 4px; background: var(--line) }
.track i { display: block; position: relative; block-size: 100%; inline-size: 50%; border-radius: 4px; background: var(--edge) }
.track i::after {
content: ''; position: absolute; inset: -3px -1px auto auto; inline-size: 10px; block-size: 10px;
border-radius: 50%; background: inherit
}
.wait .track i { background: var(--wait) }
.good .track i { inline-size: 100%; background: var(--good) }
.bad .track i { inline-size: 75%; background: var(--bad) }
.more, .breaks { grid-column: 1 / -1; font-size: 12.5px }
.breaks { color: var(--wait); overflow-wrap: anywhere }
.said { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@keyframes grow { from { inline-size: 4% } }
@keyframes arrive { from { inline-size: 50%; background: var(--wait) } }
@media (prefers-reduced-motion: no-preference) {
.track i { animation: grow .6s ease-out }
.good .track i, .bad .track i { animation-name: arrive }
}
.outlines > div {
position: fixed; pointer-events: none; border: 2px solid #2456c7; border-radius: 6px; box-shadow: 0 0 0 1px #fff, inset 0 0 0 1px #fff
}
.outlines b {
position: absolute; inset: 0 auto auto 0; padding: 1px 8px; border-radius: 0 0 6px; background: #2456c7; color: #fff;
font: 600 12px/1.5 system-ui, sans-serif
}
@media (prefers-color-scheme: dark) { aside {
--ink: #e8ecf4; --soft: #a8b3c7; --paper: #121823; --card: #1b2331; --line: #2c3647; --edge: #5b687f;
--accent: #9dbcff; --tint: #9dbcff26; --good: #7fd8a8; --wait: #f2c46b; --bad: #ff9a8f;
color-scheme: dark; box-shadow: 0 6px 28px #000a
} }
@media print { :host { display: none !important } }
@media (max-width: 30rem) {
:host { max-block-size: calc(78% - var(--tidings-inspector-below, 0px)) !important }
aside.open { inline-size: 100vw; block-size: auto }
}
@media (forced-colors: active) { svg, .track { border: 1px solid } .curve { stroke: CanvasText } .track i { background: CanvasText !important; forced-color-adjust: none } }
`;
