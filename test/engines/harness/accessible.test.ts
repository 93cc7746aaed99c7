import { expect, it } from 'vitest';
import { violationsOf } from './accessible.js';
import { inEveryEngine } from './harness.js';

const POLICY = "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
const page = (main: string) => ({
  html: `<html lang="en"><title>A page</title><main><h1>A page</h1>${main}</main></html>`,
  headers: { 'content-security-policy': POLICY },
});
const shadow = `<div><template shadowrootmode="open"><input></template></div>`;

inEveryEngine('axe', (setScene) => {
  it('finds nothing where all is well, under a strict policy', async () => {
    const { open } = await setScene({ pages: { '/': page('<p>All is well.</p>') } });
    expect(await violationsOf(await open())).toEqual([]);
  });

  it('names the rule, the element and the reason, also in a shadow root', async () => {
    const { open } = await setScene({ pages: { '/': page(shadow) } });

    const [first, ...others] = await violationsOf(await open());

    expect(first).toMatch(/^label \(critical\): div input: .*label/);
    expect(others).toEqual([]);
  });
});
