import { itemBy, pictureOf, type Item } from '../../../demo/shop/goods.js';
import { drawings } from '../../../demo/shop/drawings.js';
import type { SiteOptions } from '../harness/site.js';

/** The service of a site. */
type Service = NonNullable<SiteOptions['service']>;

/** The mark of the shop, as an address that needs no server. */
const mark = `data:image/svg+xml,${encodeURIComponent(drawings['mark'] ?? '')}`;

/** How the shop looks, and what stands in it. */
export const style = `<style nonce="n">
  :root {
    --serif: 'Iowan Old Style', Palatino, P052, Georgia, serif;
    --tidings-accent: #2f5d50; --tidings-on-accent: #fff; --tidings-background: #fff; --tidings-line: #e4dfd3; --tidings-radius: 1rem;
    background: #fbf9f4; color: #22261f; font: 1rem/1.5 system-ui, sans-serif;
  }
  body { margin: 0 }
  h1, h2, h3 { margin: 0; font-family: var(--serif); line-height: 1.2 }
  main > h1 { padding: .75rem 1.25rem; border-bottom: 1px solid #e4dfd3; font-size: 1.125rem }
  main > h1::before, header strong::before { content: ''; display: inline-block; width: 1.75rem; height: 1.75rem; margin-right: .625rem; background: url("${mark}"); vertical-align: -.5rem }
  .goods { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: 1rem; padding: 1.25rem }
  .goods img { display: block; width: 100%; border-radius: .75rem }
  .goods h3 { margin-top: .5rem; font-size: 1rem }
  .goods p { margin: 0; color: #5d6257 }
  #buy { display: none }
</style>`;

/** What the shop is called. */
export const heading = 'Harbour &amp; Moss';

/** Where the picture of something is, on a site {@link withPictures}; a wide one has more ground beside it. */
export const pictureAt = (id: string, shape: 'square' | 'wide' = 'square') => `/pictures/${shape}/${id}.svg`;

/** Some of what the shop sells. */
export const shelf = (...ids: string[]) =>
  `<section class="goods">${ids
    .map(itemBy)
    .filter((item): item is Item => item !== undefined)
    .map(
      ({ id, name, price }) =>
        `<article><img src="${pictureAt(id)}" alt=""><h3>${name}</h3><p>€${price.toFixed(2)}</p></article>`,
    )
    .join('')}</section><button id="buy">Buy</button>`;

/** A service beside the pictures of what the shop sells; `SITE` in its answers becomes where they are. */
export function withPictures(service: Service): Service {
  return async (request) => {
    const { pathname, origin } = new URL(request.url);
    const [, shape, id = ''] = /^\/pictures\/(\w+)\/(.+)\.svg$/.exec(pathname) ?? [];
    const item = itemBy(id);
    if (item) {
      const picture = shape === 'wide' ? widened(pictureOf(item)) : pictureOf(item);
      return new Response(picture, { headers: { 'Content-Type': 'image/svg+xml' } });
    }
    const answer = await service(request);
    if (!/essages$/.test(pathname)) return answer;
    return new Response((await answer.text()).replaceAll('SITE', origin), answer);
  };
}

/** A square picture with ground on both its sides. */
function widened(picture: string): string {
  return picture
    .replace('viewBox="0 0 320 320"', 'viewBox="-125 10 570 300"')
    .replace('M0 0h320v320H0z', 'M-125 0h570v320h-570z');
}
