import { renderToString } from 'react-dom/server';
import { Shop } from './shop.js';

process.stdout.write(renderToString(<Shop />));
