import { Type, type Static } from 'typebox'
import type { Manifest } from '../../connector-kit/manifest.ts'

export const manifest: Manifest = {
  id: 'uplisting',
  displayName: 'Uplisting',
  description:
    'Channel manager and property management for short-term rentals: properties, nights, bookings.',
  fr: {
    description:
      'Gestionnaire de canaux et de locations de courte durée : logements, nuits, tarifs, réservations.',
  },
  docsUrl: 'https://documenter.getpostman.com/view/1320372/SWTBfdW6',
  access: {
    plan: null,
    registration:
      'The account’s owner makes an API key on the Connect page; a third party says that Uplisting has to open the API for the account first. Bookings can be made and cancelled only with a client id, which Uplisting gives its partners: ask its support for one.',
    cost: null,
    addresses: 'None has to be told; calls are counted by address.',
    sources: [
      { url: 'https://documenter.getpostman.com/view/1320372/SWTBfdW6', readOn: '2026-11-29' },
      { url: 'https://github.com/api-evangelist/uplisting', readOn: '2026-11-29' },
      {
        url: 'https://github.com/PipedreamHQ/pipedream/tree/master/components/uplisting',
        readOn: '2026-11-29',
      },
    ],
  },
  category: 'pms',
  connectPattern: 'credentials',
  status: 'beta',
  model: 'home',
  baseUrl: 'https://connect.uplisting.io',
  credentials: [
    {
      key: 'apiKey',
      label: 'API key',
      help: 'In Uplisting on the Connect page, under API. Only the account’s owner can make one.',
      fr: {
        label: 'Clé d’API',
        help: 'Dans Uplisting, sur la page Connect, sous API. Seul le propriétaire du compte peut en créer une.',
      },
      secret: true,
      aliases: ['api_key', 'key', 'token'],
    },
    {
      key: 'clientId',
      label: 'Client id',
      help: 'Uplisting gives it to partners. Without it everything works except making and cancelling bookings.',
      fr: {
        label: 'Identifiant client',
        help: 'Uplisting le donne à ses partenaires. Sans lui, tout fonctionne sauf la création et l’annulation de réservations.',
      },
      secret: true,
      aliases: ['client_id', 'partnerId'],
    },
  ],
  rateLimits: [
    { per: 'address', calls: 5, windowSeconds: 1 },
    { per: 'address', calls: 100, windowSeconds: 60 },
  ],
  timeoutMs: 30_000,
  // One call reads the nights of at most twelve months.
  sync: { reservations: 'windowed-scan', overlapSeconds: 3600, calendarDays: 360 },
  verifiedAgainst: 'third_party',
  notes: {
    reservations:
      'Bookings are made and cancelled only with a client id that Uplisting gives its partners, by calls that are known from third parties: they are off until the write policy of the connection turns them on. Uplisting prices them itself, takes no notes, and no call that changes one is known. Changes to stays that are over are found by the next full pass.',
    listings: 'Read only.',
    messages:
      'The API of Uplisting has no messages of guests: save what you need of theirs before you leave.',
    channels:
      'None: a property of Uplisting does not say on which channels it is; only bookings name theirs.',
  },
}

/** Headers can carry visible characters only. */
export const Credentials = Type.Object({
  apiKey: Type.String({ pattern: '^[\\x21-\\x7e]{16,400}$' }),
  clientId: Type.Optional(Type.String({ pattern: '^[\\x21-\\x7e]{1,400}$' })),
})
export type Credentials = Static<typeof Credentials>
