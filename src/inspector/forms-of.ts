/** Shorter ones stand in other words, too. */
const LEAST = 8;

/** How a secret looks wherever a page may write it: as it is, in an address, in HTML, in JSON, and in base64, also as a part of more. */
export function formsOf(secret: string): string[] {
  const bytes = String.fromCharCode(...new TextEncoder().encode(secret));
  const coded = [0, 1, 2].flatMap((before) => partsInBase64(bytes, before));
  const plain = [secret, ...coded.filter(({ length }) => length >= LEAST)];
  const forms = plain.flatMap((form) => [
    ...[form, inBase64Url(form), inJson(form), inJson(inJson(form))],
    ...[inPhp(form), inJson(inPhp(form))],
  ]);
  const written = forms.flatMap((form) => {
    const once = encodeURIComponent(form);
    const whole = encodeURI(form);
    return [
      ...[form, once, encodeURIComponent(once), inSmallDigits(once), whole, inSmallDigits(whole)],
      // A form is written otherwise, such as `!` as `%21`.
      String(new URLSearchParams([[form, '']])).slice(0, -1),
      ...inHtml(form),
    ];
  });
  // Of one that holds another, nothing is to be left.
  return [...new Set(written)].sort((a, b) => b.length - a.length);
}

function inSmallDigits(address: string): string {
  return address.replace(/%../g, (code) => code.toLowerCase());
}

/** In an element, in an attribute, and as templates write it. */
function inHtml(text: string): string[] {
  const inElement = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const inAttribute = inElement.replaceAll('"', '&quot;');
  const quotes = ['&#39;', '&#x27;', '&#039;'];
  return [inElement, inAttribute, ...quotes.map((quote) => inAttribute.replaceAll("'", quote))];
}

/** The base64 of some bytes that stand behind others: what does not depend on those, or on what follows. */
function partsInBase64(bytes: string, before: number): string[] {
  const whole = btoa('\0'.repeat(before) + bytes);
  const inside = whole.slice(before && before + 1, Math.floor(((before + bytes.length) * 4) / 3));
  return before ? [inside] : [whole, whole.replaceAll('=', ''), inside];
}

function inBase64Url(text: string): string {
  return text.replaceAll('+', '-').replaceAll('/', '_');
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** As PHP writes JSON: nothing but ASCII, and no slash by itself. */
function inPhp(text: string): string {
  return inJson(text)
    .replaceAll('/', String.raw`\/`)
    .replace(/[^ -~]/g, (letter) => String.raw`\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
