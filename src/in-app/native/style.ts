/** How views look: as the page says by its properties, and handsome without. */
export const STYLE = `
:host{display:block;flex:1 1 auto;min-block-size:0;overflow:auto;overscroll-behavior:contain;border-radius:inherit;
  font:1em/1.5 var(--tidings-font,system-ui,sans-serif);text-align:start;color:var(--tidings-color,CanvasText);background:var(--tidings-background,Canvas);
  --accent:var(--tidings-accent,CanvasText);--on-accent:var(--tidings-on-accent,Canvas);--line:var(--tidings-line,color-mix(in srgb,currentColor 45%,transparent));
  --round:min(var(--tidings-radius,.5em),.75em)}
*{box-sizing:border-box;margin:0;padding:0;overflow-wrap:anywhere}
[hidden],p:empty{display:none}
.view,.content,.form,.fields,.choice{display:flex;flex-direction:column}
.view{outline:0;min-block-size:100%}
.content{inline-size:100%;padding:1.5em;gap:.75em}
.image{display:block;inline-size:100%;max-block-size:min(15em,40vh);object-fit:cover}
.title{font-size:1.375em;font-weight:650;line-height:1.25;text-wrap:balance}
.view>.content:first-child>:first-child{padding-inline-end:1.25em}
.body{white-space:pre-line}
.form,.fields{gap:1em}
.field{min-inline-size:0;border:0}
.label{display:block;margin-block-end:.375em;font-weight:600}
.input{font:inherit;inline-size:100%;min-block-size:2.75em;padding:.5em .75em;text-align:start;color:inherit;background:0 0;border:1px solid var(--line);border-radius:var(--round)}
textarea{resize:vertical}
.input[aria-invalid=true]{border-color:var(--wrong)}
.options{display:flex;flex-wrap:wrap;gap:.5em}
.option{position:relative;display:grid;min-inline-size:2.75em}
.rating{flex-wrap:nowrap;gap:clamp(.125em,.8%,.5em)}
.rating .option{flex:1 1 0;min-inline-size:0;max-inline-size:4em}
.radio{position:absolute;inset:0;inline-size:100%;block-size:100%;margin:0;opacity:0;cursor:pointer}
.value{display:grid;align-items:center;min-block-size:2.75em;padding:.375em .875em;border:1px solid var(--line);border-radius:var(--round)}
.rating .value{white-space:nowrap;padding-inline:0;justify-items:center}
.radio:hover+.value{border-color:currentColor}
.radio:checked+.value{color:var(--on-accent);background:var(--accent);border-color:var(--accent);font-weight:600}
.buttons{display:flex;flex-wrap:wrap;gap:.5em;align-items:center;margin-block-start:.25em}
.button{font:inherit;font-weight:600;line-height:1.25;text-align:center;text-decoration:none;cursor:pointer;min-block-size:2.75em;padding:.625em 1.25em;
  display:inline-grid;align-items:center;color:var(--accent);background:0 0;border:1px solid;border-radius:var(--tidings-radius,.5em)}
.button:first-child{color:var(--on-accent);background:var(--accent);border-color:var(--accent)}
.button:hover{filter:opacity(.85)}
.input:focus-visible,.button:focus-visible,.radio:focus-visible+.value{outline:3px solid var(--accent);outline-offset:2px}
.error{margin-block-start:.375em;font-size:.9375em;color:var(--wrong)}
.status{outline:0;font-weight:600}
:host{--wrong:light-dark(#b3001b,#ff8f9c)}
.slide-up{flex-direction:row;align-items:center;gap:1em;inline-size:min(100%,60em);margin-inline:auto;padding:.25em 1.25em}
.slide-up .content{padding:1em 2.5em 1em 0;flex:1;min-inline-size:0;gap:.375em}
.slide-up .content:dir(rtl){padding:1em 0 1em 2.5em}
.slide-up .title{font-size:1.125em}
.slide-up .image{flex:none;align-self:start;margin-block:1em;inline-size:4.5em;block-size:4.5em;border-radius:var(--round)}
.full{align-items:center;justify-content:center}
.full .content{max-inline-size:40em;padding:2em 1.5em}
.full .title{font-size:1.75em}
.full .image{max-block-size:45vh}
@media (min-width:48em){
  .slide-up .content:not(:has(.form)){display:grid;grid-template-columns:minmax(50%,1fr) auto;column-gap:1.5em;align-items:center}
  .slide-up .content:not(:has(.form)) .buttons{grid-column:2;grid-row:1/span 2;margin:0}
  .slide-up .content:has(.buttons) .title{align-self:end}
  .slide-up .content:has(.buttons) .body{align-self:start}
}
@media (forced-colors:active){
  .radio:checked+.value{forced-color-adjust:none;color:SelectedItemText;background:SelectedItem;border-color:SelectedItemText}
  .button:first-child{forced-color-adjust:none;color:ButtonFace;background:ButtonText;border-color:ButtonText}
  .input:focus-visible,.button:focus-visible,.radio:focus-visible+.value{outline-color:Highlight}
}`;
