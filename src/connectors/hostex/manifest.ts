import { Type, type Static } from 'typebox'
import type { Manifest } from '../../connector-kit/manifest.ts'

export const manifest: Manifest = {
  id: 'hostex',
  displayName: 'Hostex',
  description:
    'Property management and channel manager for hosts: properties, reservations, messages, reviews.',
  fr: {
    description:
      'Gestion locative et gestionnaire de canaux pour hôtes : logements, réservations, messages, avis.',
  },
  docsUrl: 'https://apidoc.hostex.io',
  access: {
    plan: null,
    registration:
      'None for your own account: the host adds a token on the page OpenAPI. Software for several users asks Hostex for OAuth access, which this connector does not use.',
    cost: 'None is named. When the subscription ends, calls are answered with 420.',
    addresses: 'None is known of.',
    sources: [{ url: 'https://apidoc.hostex.io/reference/authentication', readOn: '2026-11-29' }],
  },
  category: 'pms',
  connectPattern: 'credentials',
  status: 'beta',
  model: 'home',
  baseUrl: 'https://api.hostex.io',
  credentials: [
    {
      key: 'accessToken',
      label: 'Access token',
      help: 'In Hostex on the page OpenAPI: add a token with the scope “writable”. A read-only one can be read with, nothing else.',
      fr: {
        label: 'Jeton d’accès',
        help: 'Dans Hostex, sur la page OpenAPI : ajoutez un jeton de portée « writable ». Un jeton « read-only » ne permet que la lecture.',
      },
      secret: true,
      aliases: ['access_token', 'token', 'apiKey', 'api_key'],
    },
    {
      key: 'webhookSecret',
      label: 'Webhook secret',
      help: 'Only if you want it checked: what Hostex shows as secret token beside the webhook of this server.',
      fr: {
        label: 'Secret du webhook',
        help: 'Seulement pour le faire vérifier : le « secret token » que Hostex affiche à côté du webhook de ce serveur.',
      },
      secret: true,
      aliases: ['webhook_secret'],
      provesInbound: true,
    },
  ],
  // The account may make twice as many calls, but no single endpoint more than these.
  rateLimits: [
    { per: 'account', calls: 600, windowSeconds: 60 },
    { per: 'account', calls: 10_000, windowSeconds: 3600 },
    { per: 'account', calls: 50_000, windowSeconds: 86_400 },
  ],
  // Messages are counted by thread, and writes of calendars and bookings by their own path.
  resourceLimits: [
    { path: '/v3/conversations/:id' },
    { path: '/v3/listings/:id' },
    { path: '/v3/availabilities' },
  ],
  timeoutMs: 30_000,
  // The next walk starts at our clock, and the vendor's may be behind it.
  sync: { reservations: 'windowed-scan', overlapSeconds: 3600, calendarDays: 400 },
  verifiedAgainst: 'vendor_docs',
  notes: {
    reservations:
      'The list says nothing of what changed when: stays that are not over are read every time, all of them once a day. Only direct bookings can be changed or cancelled by API, and a booking needs its price.',
    listings: 'Read only. The vendor gives no texts, no rooms and no number of guests.',
    channels:
      'Airbnb and Vrbo. Listings on Booking.com are named by room and rate plan, without the hotel, and are left out.',
  },
}

export const Credentials = Type.Object({
  accessToken: Type.String({ pattern: '^[\\x21-\\x7e]{16,400}$' }),
  webhookSecret: Type.Optional(Type.String({ pattern: '^[\\x21-\\x7e]{8,400}$' })),
})
export type Credentials = Static<typeof Credentials>
