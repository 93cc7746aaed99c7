/**
 * Calls of a client that must not compile, and some that must. `tsc --noEmit` is the test: it fails when a line
 * below `@ts-expect-error` is fine, or another is not. Nothing here is ever run.
 */
import { createClient, type Client, type ClientOptions } from '../../src/index.js';

type Shop = {
  'product-viewed': { sku: string; price?: number };
  'signed-out': undefined;
  'page-left': { after?: number };
  searched: { words: string } | undefined;
};
interface Described {
  'product-viewed': { sku: string };
}

const options: ClientOptions = { apiKey: 'a-web-key', baseUrl: 'https://api.example.com' };
const mug = { id: 'A1', name: 'Mug', price: 12, quantity: 1 };
const both = { email: 'ada@example.com', userId: 'ada' };

export const names = (client: Client<Shop>) => [
  client.track('product-viewed', { sku: 'A1' }),
  client.track('product-viewed', { sku: 'A1', price: 12 }, { id: 'own', createdAt: new Date() }),
  client.track('signed-out'),
  client.track('signed-out', undefined, { campaignId: 7 }),
  // @ts-expect-error It needs its data.
  client.track('product-viewed'),
  client.track('page-left'),
  client.track('page-left', { after: 7 }),
  client.track('searched', undefined),
  // @ts-expect-error An event that the page has no such name for.
  client.track('product-seen', { sku: 'A1' }),
  // @ts-expect-error Its data lacks what it must have.
  client.track('product-viewed', {}),
  // @ts-expect-error Its data is of another type.
  client.track('product-viewed', { sku: 7 }),
  // @ts-expect-error It has data that it may not have.
  client.track('product-viewed', { sku: 'A1', colour: 'red' }),
  // @ts-expect-error It has no data.
  client.track('signed-out', { why: 'bored' }),
  // @ts-expect-error A detail that there is none of.
  client.track('signed-out', undefined, { campaign: 7 }),
];

export const anyName = (client: Client) => [
  client.track('anything'),
  client.track('anything', { at: 'all' }),
  // @ts-expect-error Data has names.
  client.track('anything', 'text'),
  // @ts-expect-error An event has a name.
  client.track(7),
];

export const identities = (client: Client) => [
  client.identify({ email: 'ada@example.com' }),
  client.identify({ userId: 'ada' }, { dataFields: { plan: 'pro' }, create: true, adopt: false }),
  // @ts-expect-error A visitor is named by email or by id, never by both.
  client.identify({ email: 'ada@example.com', userId: 'ada' }),
  // @ts-expect-error Nor by a value that has both.
  client.identify(both),
  // @ts-expect-error A visitor is named.
  client.identify({}),
  // @ts-expect-error Nobody but `identify` and `reset` says who the visitor is.
  (client.user = { userId: 'ada' }),
];

export const calls = (client: Client) => [
  client.updateCart([mug]),
  // @ts-expect-error A price is a number.
  client.updateCart([{ ...mug, price: '12' }]),
  client.purchase({ items: [mug], total: 12, createdAt: 1_700_000_000 }),
  // @ts-expect-error A purchase has a total.
  client.purchase({ items: [mug] }),
  client.updateUser({ plan: 'pro' }, { mergeNestedObjects: true }),
  client.updateSubscriptions({ emailListIds: [1] }),
  // @ts-expect-error Lists are told by their numbers.
  client.updateSubscriptions({ emailListIds: ['news'] }),
  client.consent('granted'),
  // @ts-expect-error A consent that there is none of.
  client.consent('yes'),
  client.flush({ timeout: 500 }),
  client.on('dropped', ({ event, reason }) => [event.kind, reason.length]),
  client.on('user', (user) => user?.email),
  // @ts-expect-error Nothing of this name is told.
  client.on('sent', () => {}),
];

export const made = () => [
  createClient(options),
  createClient<Shop>({ ...options, getToken: async ({ email }) => email }),
  createClient<Described>(options).track('product-viewed', { sku: 'A1' }),
  createClient({ ...options, beforeRecord: (event) => (event.kind === 'cart' ? undefined : event) }),
  // @ts-expect-error A client has a key.
  createClient({ baseUrl: 'https://api.example.com' }),
  // @ts-expect-error A token is promised.
  createClient({ ...options, getToken: () => 'token' }),
  // @ts-expect-error A limit that there is none of.
  createClient({ ...options, limits: { megabytes: 10 } }),
];
