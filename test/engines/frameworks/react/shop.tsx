import { useEffect, useState } from 'react';
import { startEmbedded, type View } from 'tidings';
import type {} from 'tidings/react';
import { client } from '../client.js';
import { ownLine } from '../own-line.js';

/** What a shop is told. */
interface ShopProps {
  /** Whether messages are the page's own lines from the start. */
  own?: boolean;
  /** Whether messages go on when the page is left for another, as in a layout around all pages. */
  goesOn?: boolean;
}

/** A page with a placement. */
export function Shop({ own = false, goesOn = false }: ShopProps) {
  const [isThere, setThere] = useState(true);
  const [limit, setLimit] = useState<number>();
  const [view, setView] = useState<View>();
  const [isOwn, setOwn] = useState(own);
  const [asked, setAsked] = useState<string[]>([]);

  useEffect(() => {
    const embedded = startEmbedded(client, { onAction: (name) => setAsked((before) => [...before, name]) });
    return goesOn ? undefined : () => embedded.close();
  }, [goesOn]);

  return (
    <main>
      <button id="toggle" onClick={() => setThere(!isThere)}>
        Show or hide
      </button>
      <button id="one" onClick={() => setLimit(1)}>
        One
      </button>
      <button id="banner" onClick={() => setView('banner')}>
        Banner
      </button>
      <button id="own" onClick={() => setOwn(true)}>
        Own
      </button>
      <button
        id="plain"
        onClick={() => {
          setLimit(undefined);
          setView(undefined);
          setOwn(false);
        }}
      >
        Plain
      </button>
      {isThere && (
        <tidings-placement
          placement-id="1"
          view={view}
          limit={limit}
          ref={(element) => {
            if (element) element.render = isOwn ? ownLine : undefined;
          }}
        >
          <p slot="empty">Nothing today</p>
        </tidings-placement>
      )}
      <output>{asked.join()}</output>
    </main>
  );
}
