/** Lets no step of a page have the device, as a page that is frozen amid one does. Gives the function that ends it. */
export async function holdDevice(): Promise<() => void> {
  const [{ name = '' } = {}] = await indexedDB.databases();
  const request = indexedDB.open(name);
  await new Promise((resolve) => (request.onsuccess = resolve));
  const entries = request.result.transaction('entries', 'readwrite').objectStore('entries');
  let isHeld = true;
  const again = () => {
    if (isHeld) entries.count().onsuccess = again;
  };
  again();
  return () => {
    isHeld = false;
  };
}
