import { Type, type Static } from 'typebox'
import type { Manifest } from '../../connector-kit/manifest.ts'

export const manifest: Manifest = {
  id: 'vrbo',
  displayName: 'Vrbo',
  description: 'Booking channel: bookings, requests, messages and reviews of the homes of an advertiser.',
  fr: {
    description:
      'Canal de réservation : réservations, demandes, messages et évaluations des logements d’un annonceur.',
  },
  docsUrl: 'https://developers.expediagroup.com/supply/lodging/docs',
  access: {
    plan: null,
    registration:
      'The operator becomes a connectivity partner of Expedia Group, with a contract and an implementation manager, and sets VRBO_CLIENT_ID and VRBO_CLIENT_SECRET. Addresses for notifications are cleared with a technical manager of theirs first.',
    cost: null,
    addresses: null,
    sources: [{ url: 'https://developers.expediagroup.com/supply/lodging/docs', readOn: '2026-11-29' }],
  },
  category: 'ota',
  connectPattern: 'activation',
  status: 'beta',
  model: 'home',
  baseUrl: 'https://api.expediagroup.com',
  credentials: [
    {
      key: 'advertiserId',
      label: 'Advertiser ID',
      help: 'The number by which Vrbo knows the account of the owner or manager. Vrbo tells it when it assigns the account to this connection.',
      fr: {
        label: 'Identifiant annonceur',
        help: 'Le numéro sous lequel Vrbo connaît le compte du propriétaire ou du gestionnaire. Vrbo le communique lorsqu’il rattache le compte à cette connexion.',
      },
      secret: false,
      aliases: ['advertiser_id', 'assignedId'],
    },
  ],
  // The vendor allows 50 calls a second for the whole API and fewer for each kind: 30 reads of reservations a
  // second, and a call for several homes counts for each of them.
  rateLimits: [{ per: 'address', calls: 25, windowSeconds: 1 }],
  // The vendor itself gives up after 65 seconds.
  timeoutMs: 66_000,
  sync: {
    reservations: 'updated-since',
    overlapSeconds: 300,
    calendarDays: 400,
    // The names of booking events are not published.
    staysGoUntold: true,
  },
  verifiedAgainst: 'vendor_docs',
  notes: {
    reservations:
      'Bookings are made by guests. Requests to book are read, and are answered in the account at Vrbo: the API has no call to accept or to decline them.',
    listings:
      'Homes are read by API. Their content, nights and prices are fetched by Vrbo from the feeds of this server.',
  },
  byHand: {
    requests:
      'Vrbo has no call to accept or decline a request to book: it is answered in the account at https://www.vrbo.com.',
    preApprovals:
      'Vrbo has no call to pre-approve an inquiry: it is done in the account at https://www.vrbo.com.',
  },
}

export const Credentials = Type.Object({ advertiserId: Type.String({ pattern: '^[A-Za-z0-9_-]{1,60}$' }) })
export type Credentials = Static<typeof Credentials>
