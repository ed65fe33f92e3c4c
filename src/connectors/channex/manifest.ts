import { Type } from 'typebox'
import type { Manifest } from '../../connector-kit/manifest.ts'

export const manifest: Manifest = {
  id: 'channex',
  displayName: 'Channex',
  description:
    'Channel manager: properties, room types, availability, prices, bookings, messages and reviews of channels.',
  fr: {
    description:
      'Gestionnaire de canaux : établissements, types de chambre, disponibilités, prix, réservations, messages et avis des canaux.',
  },
  docsUrl: 'https://docs.channex.io',
  access: {
    plan: 'An active subscription; without one no key can be made.',
    registration:
      'A user makes a key in the user profile, for all properties or for some. Software that sells through Channex is certified first.',
    cost: null,
    addresses: 'None has to be named: only the endpoint that shows payment cards has a list of addresses.',
    sources: [
      { url: 'https://docs.channex.io/application-documentation/api-key-access', readOn: '2026-11-29' },
      { url: 'https://docs.channex.io/api-v.1-documentation/pms-certification-tests', readOn: '2026-11-29' },
    ],
  },
  category: 'pms',
  isChannelManager: true,
  connectPattern: 'credentials',
  status: 'beta',
  model: 'hotel',
  // The other documented host shows payment cards, which never pass through this server.
  baseUrl: 'https://app.channex.io',
  credentials: [
    {
      key: 'apiKey',
      label: 'API key',
      help:
        'In Channex under User Profile, API Keys. Give a key whose bookings no other software reads: ' +
        'what is read here counts as received there.',
      fr: {
        label: 'Clé d’API',
        help: 'Dans Channex, sous User Profile, API Keys. Donnez une clé dont aucun autre logiciel ne lit les réservations : ce qui est lu ici y compte comme reçu.',
      },
      secret: true,
      aliases: ['api_key', 'userApiKey', 'user_api_key', 'key'],
    },
  ],
  // Only nights have a documented limit, for each property; this one is ours.
  rateLimits: [{ per: 'account', calls: 5, windowSeconds: 1 }],
  resourceLimits: [{ path: '/api/v1/availability' }, { path: '/api/v1/restrictions' }],
  timeoutMs: 60_000,
  sync: {
    reservations: 'queue',
    overlapSeconds: 60,
    calendarDays: 500,
    nightsTakenIn: 'property',
    staysEverySeconds: 30,
    // The vendor removes bookings three months after departure.
    staysKeptDays: 85,
  },
  verifiedAgainst: 'vendor_docs',
  notes: {
    reservations:
      'Read only. Each room of a booking is a reservation of its own. Bookings are acknowledged once they are stored here, so no other software may read them with the same account. A room that is mapped to no room type is not stored and not acknowledged. Channex keeps bookings for three months after departure.',
    listings:
      'Read only. A listing is a room type; its price and rules are those of the first rate plan with prices of its own.',
    channels: 'None: the documented API opens its own page for channels, and no call lists their listings.',
  },
}

export const Credentials = Type.Object({ apiKey: Type.String({ pattern: '^[\\x21-\\x7e]{16,400}$' }) })
