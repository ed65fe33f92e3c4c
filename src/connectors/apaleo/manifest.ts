import { Type } from 'typebox'
import type { Manifest } from '../../connector-kit/manifest.ts'

export const manifest: Manifest = {
  id: 'apaleo',
  displayName: 'Apaleo',
  description:
    'Hotel and apartment management: unit groups, units, rate plans, availability and reservations.',
  fr: {
    description:
      'Gestion d’hôtels et d’appartements : groupes d’unités, unités, tarifs, disponibilités et réservations.',
  },
  docsUrl: 'https://apaleo.dev',
  access: {
    plan: null,
    registration:
      'An administrator of the account adds a custom app, which gives the client id and the secret. A developer account with demo properties is free and open to everybody. Whoever runs this server for others’ hotels lists an app in the Apaleo Store, which Apaleo reviews.',
    cost: null,
    addresses: 'None has to be named. Webhooks come from 34.240.36.71, 52.212.76.75 and 63.33.249.221.',
    sources: [
      {
        url: 'https://apaleo.dev/guides/oauth-connection/register-simple-client-app',
        readOn: '2026-11-29',
      },
      { url: 'https://apaleo.dev/guides/webhook/configuration', readOn: '2026-11-29' },
    ],
  },
  category: 'pms',
  connectPattern: 'credentials',
  status: 'beta',
  model: 'hotel',
  baseUrl: 'https://api.apaleo.com',
  credentials: [
    {
      key: 'clientId',
      label: 'Client ID',
      help: 'In Apaleo under Apps, Connected apps: add a custom app. The id looks like ABCD-SP-LODGEWIRE.',
      fr: {
        label: 'Identifiant client',
        help: 'Dans Apaleo, sous Apps, Connected apps : ajoutez une « custom app ». L’identifiant ressemble à ABCD-SP-LODGEWIRE.',
      },
      secret: false,
      aliases: ['client_id'],
    },
    {
      key: 'clientSecret',
      label: 'Client secret',
      help: 'Shown once when the app is made. The app needs personal data and the scopes that read setup, units, availability, rate plans, rates, offers and reservations; to write, also reservations.manage, rates.manage, maintenances.create and maintenances.manage.',
      fr: {
        label: 'Secret client',
        help: 'Affiché une seule fois à la création de l’app. L’app doit accéder aux données personnelles et avoir les droits de lecture sur la configuration, les unités, les disponibilités, les plans tarifaires, les tarifs, les offres et les réservations ; pour écrire, aussi reservations.manage, rates.manage, maintenances.create et maintenances.manage.',
      },
      secret: true,
      aliases: ['client_secret', 'secret'],
    },
  ],
  // The vendor names no numbers. Other software of the hotel has limits of its own, since they count by client.
  rateLimits: [{ per: 'account', calls: 10, windowSeconds: 1 }],
  timeoutMs: 60_000,
  sync: { reservations: 'updated-since', overlapSeconds: 300, calendarDays: 365 },
  verifiedAgainst: 'vendor_docs',
  notes: {
    reservations:
      'Bookings are made at the rate plan that everybody may book directly. A total of your own is divided among the nights; city taxes and fees come on top. Children count as ten years old. Apaleo may price the nights anew when a stay is changed.',
    listings:
      'Content is read only. A listing is a unit group; its units are those of the group. Prices are those of one guest; a quote counts all. Prices and rules are written to the rate plan that everybody may book, unless it follows another. A night is closed by setting the units that are left out of order, and opened by removing those entries; what staff have closed stays closed, and a unit group that may be overbooked stays on sale.',
    messages: 'The API of Apaleo has no messages of guests: save what you need of theirs before you leave.',
    channels: 'None: a unit group does not say what it is called on a channel.',
  },
}

export const Credentials = Type.Object({
  clientId: Type.String({ pattern: '^[A-Za-z0-9_.-]{3,100}$' }),
  clientSecret: Type.String({ pattern: '^[\\x21-\\x7e]{8,400}$' }),
})
