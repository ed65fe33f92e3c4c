import { Type } from 'typebox'
import type { Manifest } from '../../connector-kit/manifest.ts'

export const manifest: Manifest = {
  id: 'lodgify',
  displayName: 'Lodgify',
  description: 'Websites and bookings for holiday lets: properties, rates, bookings, enquiries and messages.',
  fr: {
    description:
      'Sites et réservations pour locations de vacances : logements, tarifs, réservations, demandes et messages.',
  },
  docsUrl: 'https://docs.lodgify.com',
  access: {
    plan: 'Not the smallest one.',
    registration:
      'None for your own account: the key is in the settings. Software for several users registers as a partner; until then Lodgify allows few keys for it.',
    cost: null,
    addresses: 'None is known of.',
    sources: [
      { url: 'https://docs.lodgify.com/docs/authorization', readOn: '2026-11-29' },
      { url: 'https://docs.lodgify.com/docs/rate-limits', readOn: '2026-11-29' },
    ],
  },
  category: 'pms',
  connectPattern: 'credentials',
  status: 'beta',
  // A room type with several units is a hotel listing; the record of each listing says so itself.
  model: 'home',
  baseUrl: 'https://api.lodgify.com',
  credentials: [
    {
      key: 'apiKey',
      label: 'API key',
      help: 'Shown in Lodgify under Settings, Public API. Plans without API access do not show it.',
      fr: {
        label: 'Clé API',
        help: 'Affichée dans Lodgify, sous Settings, Public API. Les formules sans accès à l’API ne la montrent pas.',
      },
      secret: true,
      aliases: ['api_key', 'apikey'],
    },
  ],
  // The limit is the lower of two (600 for version 1, 750 for version 2). The vendor does not document whom
  // they count.
  rateLimits: [{ per: 'address', calls: 600, windowSeconds: 60 }],
  timeoutMs: 30_000,
  sync: { reservations: 'updated-since', overlapSeconds: 300, calendarDays: 400 },
  verifiedAgainst: 'vendor_docs',
  notes: {
    reservations:
      'Direct bookings and those of the account’s own website are made, changed and cancelled; a cancellation is a decline. A change of dates keeps the price. A booking has one room type; the party of one with several rooms is changed in Lodgify. Open bookings and enquiries are inquiries, never stays.',
    listings:
      'Listings cannot be changed by API; rates and availability can. A listing is a room type of a property; most properties have exactly one.',
    channels:
      'None: Lodgify tells which calendars of channels close a night, without what the property is called there.',
  },
}

export const Credentials = Type.Object({
  apiKey: Type.String({ pattern: '^[\\x21-\\x7e]{16,400}$' }),
})
