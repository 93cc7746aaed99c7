import { html } from 'hono/html';
import { categories, goods } from '../goods.js';
import { itemGrid } from './cards.js';
import type { Content } from './layout.js';

const ALL = { path: 'everything', name: 'Everything', about: 'All that we have, in five colours.' };

/** A part of the shop, or what a search has found; nothing for an address that is no part. */
export function category(path: string, search = ''): Content | undefined {
  const part = [...categories, ALL].find((one) => one.path === path);
  if (!part) return undefined;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = goods
    .filter((item) => part === ALL || item.category === part.name)
    .filter(({ name, description }) =>
      words.every((word) => `${name} ${description}`.toLowerCase().includes(word)),
    );
  const count = `${found.length} ${found.length === 1 ? 'thing' : 'things'}`;
  const main = html`<div class="heading">
      <div>
        <h1>${part.name}</h1>
        <p class="lead">${part.about}</p>
      </div>
      <form class="search" role="search" action="/everything">
        <label for="search">Find something</label>
        <div class="row">
          <input id="search" name="search" type="search" value="${search}" placeholder="mug, moss, wool" />
          <button>Find</button>
        </div>
      </form>
    </div>
    <p class="soft">${words.length ? html`${count} for “${search}”` : count}</p>
    ${found.length ? itemGrid(found) : html`<p class="empty">Nothing is called that. Try a colour, or a thing.</p>`}`;
  return { title: part.name, kind: 'category', main };
}
