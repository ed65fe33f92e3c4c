import { Type, type Static } from 'typebox'
import type { Manifest } from '../../connector-kit/manifest.ts'

export const manifest: Manifest = {
  id: 'plumguide',
  displayName: 'Plum Guide',
  description: 'Curated booking channel: vetted homes, closed nights, prices and bookings of a host.',
  fr: {
    description:
      'Canal de réservation sélectif : logements vérifiés, nuits fermées, prix et réservations d’un hôte.',
  },
  docsUrl: 'https://docs.api.plumguide.com',
  access: {
    plan: null,
    registration:
      'A host applies, and Plum Guide accepts each home. Every host then has a client ID and a client secret. The integration passes a checklist of Plum Guide before it goes live.',
    cost: null,
    addresses: null,
    sources: [
      { url: 'https://docs.api.plumguide.com/reference/how-to-connect-listings', readOn: '2026-11-29' },
      {
        url: 'https://docs.api.plumguide.com/reference/certification-integration-checklist',
        readOn: '2026-11-29',
      },
    ],
  },
  category: 'ota',
  connectPattern: 'credentials',
  status: 'beta',
  model: 'home',
  baseUrl: 'https://api.plumguide.com',
  credentials: [
    {
      key: 'clientId',
      label: 'Client ID',
      help: 'Plum Guide gives it to hosts who ask for access to the host API.',
      fr: {
        label: 'Identifiant client',
        help: 'Plum Guide le remet aux hôtes qui demandent l’accès à l’API hôte.',
      },
      secret: false,
      aliases: ['client_id'],
    },
    {
      key: 'clientSecret',
      label: 'Client secret',
      help: 'Comes with the client ID. Those of the sandbox are of no use here.',
      fr: {
        label: 'Secret client',
        help: 'Il accompagne l’identifiant client. Ceux du bac à sable ne servent pas ici.',
      },
      secret: true,
      aliases: ['client_secret'],
    },
  ],
  // No limit is documented. The window is short, so that a booking and the nights it closes elsewhere wait
  // ten seconds at most.
  rateLimits: [{ per: 'account', calls: 60, windowSeconds: 10 }],
  timeoutMs: 30_000,
  sync: { reservations: 'windowed-scan', overlapSeconds: 3600, calendarDays: 400 },
  verifiedAgainst: 'third_party',
  notes: {
    reservations:
      'Bookings are made at Plum Guide only, and requests are answered by the link in its mail: there is no call for either. The list tells nothing of what changed when: stays that are not over are read every time, all of them once a day.',
    listings: 'Homes stand in the list once they are vetted. Texts and photos are chosen by Plum Guide.',
    messages: 'Plum Guide has no messages and no reviews by API; guests are reached by its proxy address.',
  },
}

const Part = Type.String({ pattern: '^[\\x21-\\x7e]{4,400}$' })

export const Credentials = Type.Object({ clientId: Part, clientSecret: Part })
export type Credentials = Static<typeof Credentials>
