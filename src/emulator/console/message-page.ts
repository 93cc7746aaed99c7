import type { DataFields } from '../../api/models/data-fields.js';
import type { MessageRow, TemplateRow } from '../state/project.js';
import type { Inspection } from '../inspection.js';
import { Refusal } from '../operation/refusal.js';
import { trackedContent, trackersOf } from '../reactions/tracked-content.js';

/** A message may look as it likes, and do nothing: no scripts, no forms, no links out of its frame. */
const POLICY = [
  'sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data: http: https:',
  "frame-ancestors 'self'",
].join('; ');

/** A message as its reader sees it, to be framed by the console. */
export function messagePage(inspect: Inspection, messageId: string): Response {
  const row = (inspect.rows('messages') as MessageRow[]).find((message) => message.messageId === messageId);
  if (!row) throw new Refusal('NotFound', 'No message has this `messageId`');
  // A page tells by itself when it shows one of these, and shows none that counts as read.
  if (row.medium === 'InApp') return pageOf(row.content);
  // The addresses of the emulator that shows it.
  return pageOf(trackedContent(row.content, trackersOf(row, '')));
}

/** A template as it is written, to be framed by the console. */
export function templatePage(inspect: Inspection, id: number): Response {
  const row = (inspect.rows('templates') as TemplateRow[]).find((template) => template.id === id);
  if (!row) throw new Refusal('NotFound', 'No template has this number');
  return pageOf(row.content[''] ?? Object.values(row.content)[0] ?? {});
}

function pageOf(content: DataFields): Response {
  return new Response(htmlOf(content), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

/** The HTML of a message; of one that has none, its texts. */
function htmlOf(content: DataFields): string {
  const { html } = content;
  // A link would leave its message for the page behind it; another window is none that the sandbox opens.
  if (typeof html === 'string' && html) return `${html}<base target="_blank">`;
  const elements = (content['elements'] ?? {}) as DataFields;
  const texts = [content['title'], content['message'], content['body'], content['plainText']].filter(Boolean);
  const image = typeof elements['mediaUrl'] === 'string' ? elements['mediaUrl'] : undefined;
  return [
    '<!doctype html><meta charset="utf-8"><style>',
    'body{font:16px/1.5 system-ui,sans-serif;margin:1rem;color:#1c2330;background:#fff}',
    'img{max-width:100%;max-height:12rem;border-radius:.5rem}p{margin:0 0 .5rem}p:first-of-type{font-weight:600}',
    '</style>',
    image ? `<img src="${escaped(image)}" alt="">` : '',
    ...texts.map((text) => `<p>${escaped(String(text))}</p>`),
  ].join('');
}

function escaped(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? '');
}
