import type {
  EmbeddedElements,
  EmbeddedMessages,
  EmbeddedMetadata,
} from '../../../src/api/models/embedded.js';
import type { Page } from '../harness/engine.js';
import { createVisitor } from '../visitor.js';

/** A message that the visitor was sent. */
export interface Sent {
  /** Default: 1. */
  placementId?: number;
  title?: string;
  /** Where a click leads. Default: nowhere. */
  url?: string;
  /** What it shows besides, as the service tells it. */
  elements?: Partial<EmbeddedElements>;
  /** What the service says of it besides. */
  metadata?: Partial<EmbeddedMetadata>;
}

/** The page of a placement shop. */
export interface PlacementShopOptions {
  /** Its body, with its placements. Default: one card. */
  body?: string;
  head?: string;
  /** Default: `A shop`. */
  heading?: string;
  /** Options of the embedded messages, as code. */
  options?: string;
  /** Code that runs before `startEmbedded`. */
  before?: string;
  headers?: Record<string, string>;
  /** The attributes of its `<html>`. */
  attributes?: string;
  /** Whether the page has the one script instead of modules. Default: no. */
  isScripted?: boolean;
  /** What the page takes from the SDK besides. */
  also?: string;
}

const picture = (color: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 90"><rect width="160" height="90" fill="${color}"/><circle cx="112" cy="40" r="26" fill="#fff8"/><path d="M0 90 50 44l30 26 22-16 58 36z" fill="#0003"/></svg>`)}`;

/** A picture that needs no network. */
export const PICTURE = picture('#2f6f6a');

/** A shop whose only visitor was sent embedded messages. What its page is told stands in `said`. */
export async function createPlacementShop(messages: Sent[], shop: PlacementShopOptions = {}) {
  const { body = '<tidings-placement placement-id="1"></tidings-placement>', head = '', before = '' } = shop;
  const { options = '', headers = {}, heading, attributes, isScripted, also } = shop;
  const { emulator, service, pageOf, ...visitor } = await createVisitor();
  const more = new Map<string, Sent>();
  const queries: URLSearchParams[] = [];
  let gate = Promise.resolve();

  async function send(sent: Sent): Promise<string> {
    const { placementId = 1, title = 'Good to see you', url = '' } = sent;
    const message = { channel: 'embedded', title, body: 'Ships for free.', placementId, url };
    const messageId = await visitor.send(message);
    more.set(messageId, sent);
    return messageId;
  }
  for (const message of messages) await send(message);

  const html = pageOf({
    ...{ head, heading, attributes, isScripted, name: ['startEmbedded', ...(also ? [also] : [])].join() },
    body: `${body}<p id="after">After</p>`,
    script: `${before}
      globalThis.embedded = startEmbedded(client, {
        time: 200, onAction: (name) => said.push('action ' + name), ${options}
      });`,
  });

  /** What the service says, with what the messages of this shop have besides. */
  function dressed({ placements = [] }: EmbeddedMessages): EmbeddedMessages {
    return {
      placements: placements.map(({ embeddedMessages, ...placement }) => ({
        ...placement,
        embeddedMessages: embeddedMessages.map(({ metadata, elements, ...message }) => {
          const { elements: own, metadata: facts } = { ...more.get(metadata.messageId) };
          return {
            ...message,
            metadata: { ...metadata, ...facts },
            ...(elements && { elements: { ...elements, ...own } }),
          };
        }),
      })),
    };
  }

  return {
    emulator,
    pages: {
      '/': { html, headers },
      '/other': { html, headers },
      '/sale': '<!doctype html><html lang="en"><title>Sale</title><h1>Sale</h1>',
    },
    async service(request: Request) {
      const { pathname, searchParams } = new URL(request.url);
      const answer = await service(request);
      if (pathname !== '/api/embedded-messaging/messages' || !answer.ok) return answer;
      queries.push(searchParams);
      await gate;
      return Response.json(dressed((await answer.json()) as EmbeddedMessages));
    },
    send,
    /** Sends them an in-app message; gives its id. */
    sendInApp: () =>
      visitor.send({ channel: 'inApp', title: 'News', html: '<p>News</p>', position: 'Center' }),
    /** No question for messages is answered until the function that this gives is called. */
    hold() {
      let letGo = () => {};
      gate = new Promise((resolve) => (letGo = resolve));
      return letGo;
    },
    /** What the service was asked, each time. */
    queries,
    ids: () => [...more.keys()],
    /** What the service was told of messages, once all is delivered. */
    async told(page: Page, type: string) {
      await page.evaluate('client.flush({ timeout: 60_000 })');
      return emulator.inspect.events(type).map(({ fields }) => fields);
    },
  };
}

/** Waits until an element lists so many messages. */
export async function listed(page: Page, count: number, selector = 'tidings-placement'): Promise<void> {
  await page.waitUntil(
    (selector: string, count: number) =>
      document.querySelector(selector)?.shadowRoot?.querySelectorAll('li').length === count,
    selector,
    count,
  );
}

/** The words of each message that an element lists. */
export function wordsOf(page: Page, selector = 'tidings-placement'): Promise<string[]> {
  return page.evaluate(
    (selector: string) =>
      [...(document.querySelector(selector)?.shadowRoot?.querySelectorAll('li') ?? [])].map((item) =>
        item.innerText.replace(/\s+/g, ' ').trim(),
      ),
    selector,
  );
}

/** A policy that forbids all that a page can do without. */
export const strict = {
  'content-security-policy':
    "default-src 'self'; script-src 'self' 'nonce-n'; style-src 'self'; img-src 'self' data:; require-trusted-types-for 'script'",
};
