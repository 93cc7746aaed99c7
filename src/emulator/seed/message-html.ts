/** The HTML of the shop's messages. Each is whole, so that it looks the same wherever it is shown. */

export interface Card {
  title: string;
  text: string;
  /** The words on its button. */
  button: string;
  /** Where the button leads, such as `action://offer`. */
  href: string;
  /** Such as `#2f6690`. */
  color: string;
  /** Where its picture is. */
  picture?: string;
  /** What is behind the picture. */
  tint?: string;
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',sans-serif";

const button = ({ href, color, button: words }: Pick<Card, 'button' | 'color' | 'href'>) =>
  `<a href="${href}" style="display:inline-block;padding:10px 20px;border-radius:999px;background:${color};` +
  `color:#fff;font-weight:600;text-decoration:none">${words}</a>`;

const close = (color: string) =>
  `<a href="tidings://dismiss" aria-label="Close" style="position:absolute;top:8px;right:12px;` +
  `font-size:24px;line-height:1;color:${color};text-decoration:none">&times;</a>`;

/** A card with a picture, for the middle of the screen or a corner of it. */
export function cardHtml(card: Card): string {
  const picture = card.picture
    ? `<img src="${card.picture}" alt="" style="display:block;width:100%;height:180px;object-fit:contain;background:${card.tint ?? '#fff'}">`
    : '';
  return page(
    `<div style="position:relative;background:#fff;color:#1c2330;border-radius:16px;overflow:hidden">${picture}` +
      `<div style="padding:20px 24px 24px"><h1 style="margin:0 0 8px;font-size:20px">${card.title}</h1>` +
      `<p style="margin:0 0 16px;line-height:1.5">${card.text}</p>${button(card)}</div>${close('#5a6475')}</div>`,
  );
}

/** A bar for the top or the bottom of the screen. */
export function barHtml({ title, text, href, color, button: words }: Card): string {
  return page(
    `<div style="position:relative;background:${color};color:#fff;padding:14px 48px 14px 20px">` +
      `<strong>${title}</strong> ${text} ` +
      `<a href="${href}" style="color:#fff;font-weight:600;white-space:nowrap">${words}</a>${close('#fff')}</div>`,
  );
}

/** A message that fills the screen. */
export function fullHtml(card: Card): string {
  const picture = card.picture
    ? `<img src="${card.picture}" alt="" style="width:min(70vw,320px);border-radius:24px">`
    : '';
  return page(
    `<div style="position:relative;min-height:100vh;box-sizing:border-box;padding:48px 24px;background:#fff;` +
      `color:#1c2330;display:flex;flex-direction:column;align-items:center;justify-content:center;` +
      `gap:20px;text-align:center">${picture}<h1 style="margin:0;font-size:28px">${card.title}</h1>` +
      `<p style="margin:0;max-width:32em;line-height:1.6">${card.text}</p>${button(card)}${close('#5a6475')}</div>`,
  );
}

/** An email of the shop. `body` is HTML. */
export function emailHtml(title: string, body: string): string {
  return page(
    `<div style="max-width:560px;margin:0 auto;padding:24px;background:#fff;color:#1c2330">` +
      `<p style="margin:0 0 24px;font-weight:700;letter-spacing:.04em;color:#2f6690">HARBOUR &amp; MOSS</p>` +
      `<h1 style="margin:0 0 12px;font-size:24px">${title}</h1><div style="line-height:1.6">${body}</div>` +
      `<p style="margin:32px 0 0;font-size:13px;color:#5a6475">You get this as a customer of Harbour &amp; Moss. ` +
      `<a href="{{unsubscribeUrl}}" style="color:#5a6475">Unsubscribe</a></p></div>`,
  );
}

function page(body: string): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    `<meta name="viewport" content="width=device-width"></head><body style="margin:0;${FONT}">${body}</body></html>`
  );
}
