import { Type } from 'typebox'
import type { Manifest } from '../../connector-kit/manifest.ts'

export const manifest: Manifest = {
  id: 'hostfully',
  displayName: 'Hostfully',
  description:
    'Property management for vacation rental managers: properties, leads, orders, messages, reviews.',
  fr: {
    description:
      'Gestion locative pour gestionnaires de locations saisonnières : logements, réservations, commandes, messages, avis.',
  },
  docsUrl: 'https://dev.hostfully.com/reference/getting-started',
  access: {
    plan: 'Growth, Pro or Enterprise, according to a third party.',
    registration:
      'None for your own account: the key is on the page Agency Settings. Development begins on the sandbox, and Hostfully enables production on request. Software for several users becomes a partner with OAuth, which this connector does not use.',
    cost: 'API access is a paid add-on, according to a third party. The price is not published.',
    addresses: 'None is known of.',
    sources: [{ url: 'https://dev.hostfully.com/reference/getting-started', readOn: '2026-11-29' }],
  },
  category: 'pms',
  connectPattern: 'credentials',
  status: 'beta',
  model: 'home',
  baseUrl: 'https://api.hostfully.com',
  credentials: [
    {
      key: 'apiKey',
      label: 'API key',
      help: 'In Hostfully on the page Agency Settings.',
      fr: { label: 'Clé d’API', help: 'Dans Hostfully, sur la page Agency Settings.' },
      secret: true,
      aliases: ['api_key', 'token', 'accessToken'],
    },
    {
      key: 'agencyUid',
      label: 'Agency UID',
      help: 'Beside the API key on the page Agency Settings.',
      fr: { label: 'UID de l’agence', help: 'À côté de la clé d’API, sur la page Agency Settings.' },
      secret: false,
      aliases: ['agency_uid', 'agency'],
    },
  ],
  rateLimits: [
    // Two pages of the vendor name 10,000 and 1,000; the lower one is kept.
    { per: 'account', calls: 1000, windowSeconds: 3600 },
    // This limit is ours: calls of guests must not find the hour used up by a first import.
    { per: 'account', calls: 60, windowSeconds: 60 },
  ],
  timeoutMs: 30_000,
  sync: { reservations: 'updated-since', overlapSeconds: 300, calendarDays: 365 },
  verifiedAgainst: 'third_party',
  notes: {
    reservations:
      'Leads of the types booking and booking request are reservations; an inquiry that holds no nights stays an inquiry. Money comes from orders. The vendor prices new bookings itself, and a change of dates is not documented well enough to be written.',
    listings: 'Read only. Texts and photos would cost a call for each property, so they are not read.',
    channels:
      'Airbnb only: the numbers of listings on other channels are documented nowhere that could be checked.',
  },
}

export const Credentials = Type.Object({
  apiKey: Type.String({ pattern: '^[\\x21-\\x7e]{8,400}$' }),
  agencyUid: Type.String({ pattern: '^[0-9a-fA-F-]{36}$' }),
})
