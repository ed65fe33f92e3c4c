import { Type, type Static } from 'typebox'
import type { Manifest } from '../../connector-kit/manifest.ts'

export const manifest: Manifest = {
  id: 'hospitable',
  displayName: 'Hospitable',
  description:
    'Property management for hosts: properties, bookings, messages, reviews and a direct booking site.',
  fr: {
    description:
      'Gestion locative pour hôtes : logements, réservations, messages, avis et site de réservation directe.',
    webhookByHand:
      'Dans le tableau de bord de Hospitable : collez-la comme adresse du webhook dont vous avez saisi le secret.',
  },
  webhookByHand:
    'In the dashboard of Hospitable: paste it as the address of the webhook whose secret you entered.',
  docsUrl: 'https://developer.hospitable.com',
  access: {
    plan: 'Above Essentials.',
    registration:
      'None for your own account: its owner makes a personal access token, which lasts a year. Sending messages is a permission that Hospitable gives on request. Whoever connects accounts of others applies as a vendor and uses OAuth, which this connector does not.',
    cost: null,
    addresses: 'None is known of.',
    sources: [
      {
        url: 'https://help.hospitable.com/en/articles/8609392-accessing-the-public-api-with-a-personal-access-token',
        readOn: '2026-11-29',
      },
      { url: 'https://developer.hospitable.com/reference/authentication-3', readOn: '2026-11-29' },
    ],
  },
  category: 'pms',
  connectPattern: 'credentials',
  status: 'beta',
  model: 'home',
  baseUrl: 'https://public.api.hospitable.com',
  credentials: [
    {
      key: 'accessToken',
      label: 'Access token',
      help: 'Create a personal access token in Hospitable under Apps, API access. It is valid for one year.',
      fr: {
        label: 'Jeton d’accès',
        help: 'Créez un jeton d’accès personnel dans Hospitable, sous Apps, API access. Il est valable un an.',
      },
      secret: true,
      aliases: ['access_token', 'token', 'apiKey', 'api_key'],
    },
    {
      key: 'webhookSecret',
      label: 'Webhook secret',
      help: 'For faster updates: the signing secret that Hospitable shows beside the webhook you set up.',
      fr: {
        label: 'Secret du webhook',
        help: 'Pour des mises à jour plus rapides : le secret de signature que Hospitable affiche à côté du webhook que vous avez créé.',
      },
      secret: true,
      aliases: ['webhook_secret'],
      provesInbound: true,
    },
  ],
  // The vendor publishes no number; it answers 429 to more calls, with the time to wait.
  rateLimits: [{ per: 'account', calls: 120, windowSeconds: 60 }],
  // A reservation takes two messages a minute, and an account fifty in five minutes.
  resourceLimits: [{ path: '/v2/reservations/:id/messages' }, { path: '/v2/inquiries/:id/messages' }],
  timeoutMs: 30_000,
  sync: { reservations: 'windowed-scan', overlapSeconds: 3600, calendarDays: 540 },
  verifiedAgainst: 'third_party',
  notes: {
    reservations:
      'Bookings are made as direct ones, and only those of the host can be cancelled, both by calls that are known from third parties only: they are off until the write policy of the connection turns them on. A booking needs a property that the vendor prices itself (its direct site). None can be changed by API. Changes to stays that have ended are found by webhook or by the next full pass.',
    listings: 'Read only: the vendor has no way to change a property. It names no time zone.',
    channels: 'Airbnb, Booking.com (without the room) and Vrbo, by the listings of the property.',
  },
}

export const Credentials = Type.Object({
  accessToken: Type.String({ minLength: 20, maxLength: 4000, pattern: '^[\\x21-\\x7e]+$' }),
  webhookSecret: Type.Optional(Type.String({ minLength: 8, maxLength: 400 })),
})
export type Credentials = Static<typeof Credentials>
