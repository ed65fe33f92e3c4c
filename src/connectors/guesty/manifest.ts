import { Type } from 'typebox'
import type { Manifest } from '../../connector-kit/manifest.ts'

export const manifest: Manifest = {
  id: 'guesty',
  displayName: 'Guesty',
  description:
    'Property management for professional managers: listings, multi-units, bookings, guests, inbox and reviews.',
  fr: {
    description:
      'Gestion locative pour professionnels : annonces, logements multiples, réservations, voyageurs, messagerie et avis.',
  },
  docsUrl: 'https://open-api-docs.guesty.com',
  access: {
    plan: 'The API has to be enabled for the account. Guesty does not say in public which plans include it.',
    registration:
      'None for your own account: an administrator makes an application. Partners of the marketplace and channels must not use the Open API, but ask Guesty.',
    cost: null,
    addresses: 'None is known of.',
    sources: [
      { url: 'https://open-api-docs.guesty.com/docs/quick-start-guide', readOn: '2026-11-29' },
      {
        url: 'https://help.guesty.com/hc/en-gb/articles/9370472424605-Using-Guesty-s-Open-API',
        readOn: '2026-11-29',
      },
    ],
  },
  category: 'pms',
  connectPattern: 'credentials',
  status: 'beta',
  // A multi-unit is a room type; the record of each listing says so itself.
  model: 'home',
  baseUrl: 'https://open-api.guesty.com',
  credentials: [
    {
      key: 'clientId',
      label: 'Client ID',
      help: 'In Guesty under Integrations, Developer tools, OAuth applications: create an application and copy its Client ID.',
      fr: {
        label: 'Identifiant client',
        help: 'Dans Guesty, sous Integrations, Developer tools, OAuth applications : créez une application et copiez son Client ID.',
      },
      secret: false,
      aliases: ['client_id'],
    },
    {
      key: 'clientSecret',
      label: 'Client secret',
      help: 'Shown beside the Client ID when the application is created, and only then.',
      fr: {
        label: 'Secret client',
        help: 'Affiché à côté du Client ID à la création de l’application, et seulement à ce moment-là.',
      },
      secret: true,
      aliases: ['client_secret'],
    },
  ],
  rateLimits: [
    { per: 'account', calls: 15, windowSeconds: 1 },
    { per: 'account', calls: 120, windowSeconds: 60 },
    { per: 'account', calls: 5000, windowSeconds: 3600 },
  ],
  timeoutMs: 30_000,
  sync: { reservations: 'updated-since', overlapSeconds: 300, calendarDays: 365 },
  verifiedAgainst: 'vendor_docs',
  notes: {
    reservations:
      'Direct bookings are made and changed; what a channel brought belongs to the channel, and of that only Vrbo bookings can be cancelled. The guest needs a last name. Guesty adds the fees and taxes of the account to a price of your own; if the total becomes another one, the answer says so. A change of dates keeps the price. Bookings are read from the newer endpoints; the older ones, which Guesty switches off on 1 March 2027, only confirm them.',
    listings:
      'A multi-unit is one listing, its sub-units are units. There is no latest time of arrival, no description beside summary and space, and beds, bedrooms and bathrooms are counted by spaces, which are edited in Guesty.',
    channels:
      'None: the integrations of a listing have no documented field for what it is called on a channel.',
  },
}

export const Credentials = Type.Object({
  clientId: Type.String({ minLength: 8, maxLength: 200 }),
  clientSecret: Type.String({ minLength: 8, maxLength: 400 }),
})
