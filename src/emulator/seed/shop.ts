import type { DataFields } from '../../api/models/data-fields.js';
import { catalogsOf, fieldTypesOf, itemsOf } from '../catalogs/catalog-rows.js';
import { listsOf, type ListRow } from '../state/subscribable.js';
import type { Person } from '../people/person.js';
import { createRandom } from '../state/random.js';
import type { Service } from '../state/service.js';
import { seedLabels, seedMessageTypes } from './campaigns.js';
import { seedCustomers } from './customers.js';
import { seedHistory } from './history.js';
import { items } from './items.js';
import { seedJourneys } from './journeys.js';
import { seedLetters, seedWeeklyLetter } from './letters.js';
import { pictureAddress } from './pictures.js';
import { seedSiteMessages } from './site-messages.js';
import { DAY } from '../time.js';

/** Where the shop's chance starts: the same shop every time. */
const SEED = 2026;

/** Fills an empty service with a small shop: its customers, what it sells and sends, and the year they had. */
export function seedShop(service: Service): void {
  const luck = createRandom(SEED);
  const seeding: Service = { ...service, random: luck };
  const customers = seedCustomers(seeding, luck);
  const subscribers = customers.filter(({ dataFields }) => dataFields['acceptsMarketing']);
  const types = seedMessageTypes(seeding);
  const labels = seedLabels(seeding);
  const newsletter = list(seeding, 'Newsletter', 'Standard', subscribers);
  list(
    seeding,
    'Do not contact',
    'Suppression',
    customers.filter((_, index) => index % 29 === 28),
  );
  const letters = seedLetters(seeding, types, { newsletter: newsletter.id, labels });
  const site = seedSiteMessages(seeding, types.site, [labels.always]);

  const { lettersChannelId } = types;
  seedHistory(seeding, luck, { customers, subscribers, letters, site, lettersChannelId });
  list(
    seeding,
    'Regulars',
    'Standard',
    customers.filter(({ dataFields }) => Number(dataFields['orderCount']) >= 4),
  );
  seedCatalog(seeding);
  seedJourneys(seeding, letters);
  seedWeeklyLetter(seeding, types, { newsletter: newsletter.id, labels });
}

function list(service: Service, name: string, listType: ListRow['listType'], members: Person[]): ListRow {
  const row: ListRow = {
    id: service.tables.nextId(),
    name,
    createdAt: service.clock.now() - 400 * DAY,
    listType,
    members: members.map(({ id }) => id),
  };
  listsOf(service).set(row.id, row);
  return row;
}

/** The shop's catalog: what templates look up, and a shop window shows. */
function seedCatalog(service: Service): void {
  const catalog = { id: service.tables.nextId(), name: 'products' };
  catalogsOf(service).set(catalog.name, catalog);
  for (const [index, item] of items.entries()) {
    const { id: itemId, name, category, price, description, rating, inStock } = item;
    const imageUrl = pictureAddress(item);
    const value: DataFields = { name, category, price, description, rating, inStock, imageUrl };
    itemsOf(service, catalog).set(itemId, {
      itemId,
      lastModified: service.clock.now() - (index + 1) * DAY,
      value,
    });
  }
  const types = fieldTypesOf(service, catalog);
  for (const name of ['name', 'category', 'description', 'imageUrl']) types.set(name, 'string');
  for (const name of ['price', 'rating']) types.set(name, 'double');
  types.set('inStock', 'boolean');
}
