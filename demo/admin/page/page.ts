import type { About } from '../wire.js';
import { ask } from './ask.js';
import { showCode } from './code.js';
import { byId } from './dom.js';
import { startExport } from './export.js';
import { startImport } from './import.js';
import { startMessages } from './messages.js';

const about = await ask<About>('GET', 'about');
if (about.realService !== undefined) {
  const notice = byId('real-service');
  notice.textContent = `This is a real service, ${about.realService}: what you send is sent.`;
  notice.hidden = false;
}
showCode(about.code);
startMessages();
startImport(about);
startExport();
