import type { NewMessage } from './wire.js';

const NAMES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The HTML of a message. What was typed stays text; `{{firstName}}` in it is filled in when it is sent. */
export function messageHtml({ title, text, button }: Omit<NewMessage, 'position'>): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;font:16px/1.5 system-ui,sans-serif;background:#fff;color:#1c2330">
<div style="padding:24px 56px 24px 24px"><h1 style="margin:0 0 8px;font-size:20px;line-height:1.3">${escaped(title)}</h1>
<p style="margin:0 0 16px;color:#4b5566">${escaped(text)}</p>
<a href="tidings://dismiss" style="display:inline-block;padding:10px 20px;border-radius:999px;background:#3346d3;color:#fff;font-weight:600;text-decoration:none">${escaped(button)}</a></div>
</body></html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => NAMES[character] ?? '');
}
