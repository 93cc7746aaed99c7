import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { logIn } from '../client.js';
import { Inspected } from './inspected.js';
import { Shop } from './shop.js';

const root = document.getElementById('app') ?? document.body;
const asked = new URLSearchParams(location.search);
const app = (
  <StrictMode>
    <Shop own={asked.has('own')} goesOn={asked.has('goes-on')} />
    {asked.has('inspected') && <Inspected />}
  </StrictMode>
);

if (root.hasChildNodes()) hydrateRoot(root, app);
else createRoot(root).render(app);
await logIn();
