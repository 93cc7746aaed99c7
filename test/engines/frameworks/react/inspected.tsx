import { useEffect, useState } from 'react';
import { startInspector } from 'tidings/inspector';
import { client } from '../client.js';

/** A part of a page that has an inspector for as long as it is asked for. */
export function Inspected() {
  const [isInspected, setInspected] = useState(true);

  useEffect(() => {
    if (!isInspected) return undefined;
    const inspector = startInspector(client, { faults: true });
    return () => inspector.close();
  }, [isInspected]);

  return (
    <button id="inspect" aria-pressed={isInspected} onClick={() => setInspected(!isInspected)}>
      Inspect
    </button>
  );
}
