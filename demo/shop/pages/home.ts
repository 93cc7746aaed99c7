import { html } from 'hono/html';
import { categories, goods, type Category } from '../goods.js';
import { itemGrid } from './cards.js';
import type { Content } from './layout.js';

/** What the front page shows first. */
const FIRST = [
  'lamp-honey',
  'mug-harbour',
  'scarf-clay',
  'plant-moss',
  'tea-plum',
  'bowl-clay',
  'candle-honey',
  'notebook-harbour',
];

/** The front page. */
export function home(): Content {
  const first = goods
    .filter(({ id }) => FIRST.includes(id))
    .sort((a, b) => FIRST.indexOf(a.id) - FIRST.indexOf(b.id));
  const main = html`<section class="hero" aria-labelledby="hero-title">
      <div>
        <p class="eyebrow">The autumn collection</p>
        <h1 id="hero-title">Things for long evenings</h1>
        <p class="lead">Wool, linen and clay, made in small series by people we know by name.</p>
        <p class="buttons">
          <a class="button primary" href="/living">See what is new</a>
          <a class="button" href="/everything">Everything</a>
        </p>
      </div>
      <img class="hero-picture" src="/pictures/hero.svg" alt="" width="640" height="520" />
    </section>
    <section class="for-you" aria-label="For you">
      <tidings-placement placement-id="808" view="banner"></tidings-placement>
    </section>
    <section aria-labelledby="parts-title">
      <h2 id="parts-title">Around the house</h2>
      <ul class="parts">
        ${categories.map((category) => html`<li>${part(category)}</li>`)}
      </ul>
    </section>
    <section aria-labelledby="first-title">
      <h2 id="first-title">Chosen this week</h2>
      ${itemGrid(first)}
    </section>
    <section class="promises" aria-label="What you can rely on">
      <ul>
        <li><strong>Free shipping over €40</strong> Wrapped in paper, sent by bicycle where we can.</li>
        <li><strong>Thirty days to think</strong> Send it back as it came, and we pay the way.</li>
        <li><strong>Mended, not replaced</strong> We glue, sew and glaze for as long as we are here.</li>
      </ul>
    </section>`;
  return { title: 'Things for long evenings', kind: 'home', main };
}

function part({ path, name }: Category) {
  const [item] = goods.filter(({ category }) => category === name);
  return html`<a href="/${path}">
    <img src="/pictures/${item?.id ?? 'mark'}.svg" alt="" width="160" height="160" loading="lazy" />
    <span>${name}</span>
  </a>`;
}
