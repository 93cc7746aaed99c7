import type { DataFields } from '../../api/models/data-fields.js';
import { castFields } from '../people/field-types.js';
import { keepPerson } from '../people/people.js';
import type { Person } from '../people/person.js';
import { writeProfile } from '../people/profile.js';
import type { Service } from '../state/service.js';
import { items } from './items.js';
import { pick, type Luck } from './luck.js';
import { DAY } from '../time.js';

const firstNames =
  'Ada Ben Chiara Dario Elif Finn Greta Hugo Ines Jonas Kaja Liam Maya Noor Oskar Paula Quentin Rosa Samir Tilda'.split(
    ' ',
  );
const lastNames = 'Lovelace Aydin Berger Costa Dubois Eriksen'.split(' ');
const places = [
  { city: 'London', country: 'GB', locale: 'en-GB', timeZone: 'Europe/London', dial: '+4420' },
  { city: 'Berlin', country: 'DE', locale: 'de-DE', timeZone: 'Europe/Berlin', dial: '+4930' },
  { city: 'Lyon', country: 'FR', locale: 'fr-FR', timeZone: 'Europe/Paris', dial: '+3347' },
  { city: 'Turin', country: 'IT', locale: 'it-IT', timeZone: 'Europe/Rome', dial: '+3901' },
  { city: 'Oslo', country: 'NO', locale: 'nb-NO', timeZone: 'Europe/Oslo', dial: '+4722' },
  { city: 'Portland', country: 'US', locale: 'en-US', timeZone: 'America/Los_Angeles', dial: '+1503' },
  { city: 'Kyoto', country: 'JP', locale: 'ja-JP', timeZone: 'Asia/Tokyo', dial: '+8175' },
];

/** Sixty people who buy at the shop; the first is `ada@example.com`, for demos to log in as. */
export function seedCustomers(service: Service, luck: Luck): Person[] {
  // Sums of money have decimals, whatever the first one comes to.
  castFields(service, { totalSpent: 0.5 }, { kind: 'user', createNewFields: true });
  return Array.from({ length: 60 }, (_, index) => customer(service, luck, index));
}

function customer(service: Service, luck: Luck, index: number): Person {
  const firstName = firstNames[index % firstNames.length] ?? '';
  const lastName = lastNames[(index + 2 * Math.floor(index / firstNames.length)) % lastNames.length] ?? '';
  const email = index ? `${firstName}.${lastName}@example.com`.toLowerCase() : 'ada@example.com';
  const userId = `customer-${1001 + index}`;
  const person: Person = {
    id: service.tables.nextId(),
    ...(service.project !== 'userId' && { email }),
    ...(service.project !== 'email' && { userId }),
    createdAt: service.clock.now() - Math.floor((index ? 380 + luck() * 300 : 700) * DAY),
    dataFields: {},
    devices: devicesOf(luck, index),
    browserTokens: luck() < 0.35 ? [`browser-${1001 + index}`] : [],
    unsubscribedChannelIds: [],
    unsubscribedMessageTypeIds: [],
    subscribedMessageTypeIds: [],
  };
  writeProfile(service, person, fieldsOf(luck, { firstName, lastName, createdAt: person.createdAt }));
  keepPerson(service, person);
  return person;
}

function fieldsOf(
  luck: Luck,
  { firstName, lastName, createdAt }: { firstName: string; lastName: string; createdAt: number },
): DataFields {
  const { dial, ...place } = pick(luck, places);
  return {
    firstName,
    lastName,
    ...place,
    phoneNumber: `${dial}${String(Math.floor(luck() * 1e7)).padStart(7, '0')}`,
    favouriteCategory: pick(luck, items).category,
    memberSince: new Date(createdAt).toISOString().slice(0, 10),
    tier: pick(luck, ['Bronze', 'Bronze', 'Silver', 'Gold']),
    acceptsMarketing: luck() < 0.85,
  };
}

function devicesOf(luck: Luck, index: number): Person['devices'] {
  if (luck() > 0.4) return [];
  const platform = pick(luck, ['APNS', 'GCM']);
  return [
    {
      token: `device-${1001 + index}`,
      applicationName: 'com.example.shop',
      platform,
      isEnabled: true,
      dataFields: { brand: platform === 'APNS' ? 'Apple' : 'Pixel' },
    },
  ];
}
