// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { line, listOf } from '../../src/inspector/make.js';

interface Item {
  name: string;
  parts?: string[];
}

it('hides what is known to be a secret only once it is drawn, also in what an item holds', () => {
  const secrets = new Set<string>();
  const masked = (text: string) => [...secrets].reduce((rest, one) => rest.replaceAll(one, '•••'), text);
  const { list, show } = listOf<Item>(masked, 'Events', ({ name, parts = [] }) => line(name, parts.join()));
  const items = [{ name: 'has token-1', parts: ['token-1', 'and more'] }, { name: 'viewed' }];
  show(items);
  const [, second] = list.children;
  expect(list.textContent).toBe('has token-1 token-1,and more' + 'viewed ');

  secrets.add('token-1');
  show(items);

  expect(list.textContent).toBe('has ••• •••,and more' + 'viewed ');
  expect(list.children[1]).toBe(second);
});
