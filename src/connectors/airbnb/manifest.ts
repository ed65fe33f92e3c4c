import { Type, type Static } from 'typebox'
import type { Manifest } from '../../connector-kit/manifest.ts'

export const manifest: Manifest = {
  id: 'airbnb',
  displayName: 'Airbnb',
  description: 'Booking channel: listings, prices, calendar, bookings, messages and reviews of a host.',
  fr: {
    description:
      'Canal de réservation : annonces, prix, calendrier, réservations, messages et évaluations d’un hôte.',
  },
  docsUrl: 'https://www.airbnb.com/partner',
  access: {
    plan: null,
    registration:
      'Airbnb approves each software partner. The operator registers the partner app and sets AIRBNB_CLIENT_ID and AIRBNB_CLIENT_SECRET; each host then allows the app on a page of Airbnb. Co-hosts cannot, and a host allows one such app at a time.',
    cost: null,
    addresses: null,
    sources: [
      { url: 'https://www.airbnb.com/help/article/2350', readOn: '2026-11-29' },
      {
        url: 'https://www.partnerapi.org/post/airbnb-partner-apis-connecting-hosts-to-millions-of-travelers',
        readOn: '2026-11-29',
      },
    ],
  },
  category: 'ota',
  connectPattern: 'oauth',
  status: 'beta',
  model: 'home',
  baseUrl: 'https://api.airbnb.com',
  credentials: [
    {
      key: 'code',
      label: 'Authorization code',
      help: 'What Airbnb sends the browser back with, once the host has allowed the connection.',
      fr: {
        label: 'Code d’autorisation',
        help: 'Ce qu’Airbnb transmet au navigateur, une fois que l’hôte a autorisé la connexion.',
      },
      secret: true,
    },
    {
      key: 'scope',
      label: 'Permissions',
      help: 'What Airbnb sends along with the code: what the host allowed. Left out, Airbnb itself refuses what was not allowed.',
      fr: {
        label: 'Autorisations',
        help: 'Ce qu’Airbnb transmet avec le code : ce que l’hôte a autorisé. Sans cela, Airbnb refuse lui-même ce qui ne l’est pas.',
      },
      secret: false,
    },
  ],
  // The vendor counts 2,000 and 20,000 calls per source address; most of the first limit is left to other
  // programs at the address.
  rateLimits: [
    { per: 'address', calls: 600, windowSeconds: 10 },
    { per: 'address', calls: 18_000, windowSeconds: 300 },
  ],
  timeoutMs: 30_000,
  // The next walk starts at our clock, and the vendor's may be behind it.
  sync: { reservations: 'windowed-scan', overlapSeconds: 3600, calendarDays: 400 },
  verifiedAgainst: 'third_party',
  notes: {
    reservations:
      'Bookings are made and changed by guests. The list tells nothing of what changed when: stays that are not over are read every time, all of them once a day.',
    listings:
      'Only listings that Airbnb shows as connected to this app (`sync_all`) can be written to; the others are read.',
  },
}

export const Credentials = Type.Object({
  code: Type.String({ pattern: '^[\\x21-\\x7e]{8,400}$' }),
  scope: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_., +:-]{1,400}$' })),
})
export type Credentials = Static<typeof Credentials>
