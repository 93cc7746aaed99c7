// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { keptElement, placedElements, type Fillable } from '../../src/browser/placed-elements.js';

interface Source {
  host: { project: string };
  text: string;
}

let count = 0;

/** Elements of a name of their own, each with what it was filled from last. */
function setup() {
  const name = `a-place-${++count}`;
  const fill = placedElements<Source>(
    (onPlaced) =>
      class extends HTMLElement implements Fillable<Source> {
        static readonly observedAttributes = ['project'];
        connectedCallback() {
          onPlaced(this);
        }
        disconnectedCallback() {
          onPlaced(this);
        }
        attributeChangedCallback() {
          if (this.isConnected) onPlaced(this);
        }
        fill(source: Source | undefined) {
          this.textContent = source?.text ?? 'nothing';
        }
      },
    name,
  );
  function place(project?: string) {
    const element = document.createElement(name);
    if (project) element.setAttribute('project', project);
    document.body.append(element);
    onTestFinished(() => element.remove());
    return element;
  }
  return { fill: (text: string, project: string) => fill({ host: { project }, text }), place };
}

describe('the elements of a page with two projects', () => {
  it('are each filled from the one they name, and else from the first', () => {
    const { fill, place } = setup();
    const elements = [place(), place('shop'), place('blog'), place('nobody')];
    fill('of the shop', 'shop');
    fill('of the blog', 'blog');

    expect(elements.map(({ textContent }) => textContent)).toEqual([
      'of the shop',
      'of the shop',
      'of the blog',
      'nothing',
    ]);
  });

  it('go over to another project that they name, and are emptied when theirs ends', () => {
    const { fill, place } = setup();
    const stop = fill('of the shop', 'shop');
    fill('of the blog', 'blog');
    const [element, other] = [place('shop'), place()];

    element.setAttribute('project', 'blog');
    expect(element.textContent).toBe('of the blog');
    element.setAttribute('project', 'shop');
    stop();

    expect([element.textContent, other.textContent]).toEqual(['nothing', 'of the blog']);
  });
});

describe('an element whose file cannot be loaded', () => {
  it('says so as all that is loaded later does, not in the words of a browser', async () => {
    const said: unknown[] = [];
    const host = { project: 'shop', report: (error: unknown) => said.push(error) };
    const name = `a-place-${++count}`;
    const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    const stop = placedElements<{ host: typeof host }>(
      keptElement(load, () => () => {}),
      name,
    )({ host });
    const element = document.createElement(name);

    document.body.append(element);
    await vi.waitFor(() => expect(said).not.toEqual([]));

    stop();
    element.remove();
    expect(String(said[0])).toMatch(/^NetworkError: .*could not be loaded/);
  });
});
