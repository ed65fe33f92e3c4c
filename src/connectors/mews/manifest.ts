import { Type } from 'typebox'
import type { Manifest } from '../../connector-kit/manifest.ts'

export const manifest: Manifest = {
  id: 'mews',
  displayName: 'Mews',
  description: 'Hotel management: room types, rooms, rates, restrictions and reservations.',
  fr: {
    description: 'Gestion hôtelière : types de chambre, chambres, tarifs, restrictions et réservations.',
    webhookByHand:
      'Envoyez-la à l’assistance de Mews en demandant les webhooks généraux des réservations, des chambres et des clients. Mews s’occupe du reste.',
  },
  webhookByHand:
    'Send it to the support of Mews and ask for general webhooks of reservations, rooms and customers. Mews does the rest.',
  docsUrl: 'https://docs.mews.com/connector-api',
  access: {
    plan: null,
    registration:
      'The demo is open to everybody. A client token for production comes with a certification, for which the integration runs 48 hours in the demo, or with a private integration. The property then enables the integration and hands over its access token.',
    cost: null,
    addresses: 'None is known of.',
    sources: [
      { url: 'https://mews-systems.gitbook.io/connector-api/guidelines', readOn: '2026-11-29' },
      {
        url: 'https://help.mews.com/s/article/connector-api-certification-what-to-expect',
        readOn: '2026-11-29',
      },
    ],
  },
  category: 'pms',
  connectPattern: 'credentials',
  status: 'beta',
  model: 'hotel',
  baseUrl: 'https://api.mews.com',
  credentials: [
    {
      key: 'accessToken',
      label: 'Access token',
      help: 'Belongs to one hotel, or to a portfolio. An administrator of the hotel gets it in Mews with the integration.',
      fr: {
        label: 'Jeton d’accès',
        help: 'Propre à un hôtel ou à un groupe d’hôtels. Un administrateur de l’hôtel l’obtient dans Mews avec l’intégration.',
      },
      secret: true,
      aliases: ['access_token', 'AccessToken', 'apiKey', 'api_key'],
    },
    {
      key: 'clientToken',
      label: 'Client token',
      help: 'Names the application that calls. Mews gives it to whoever runs this server, once for all hotels.',
      fr: {
        label: 'Jeton client',
        help: 'Désigne l’application qui appelle. Mews le donne à l’exploitant de ce serveur, une fois pour tous les hôtels.',
      },
      secret: true,
      aliases: ['client_token', 'ClientToken'],
    },
    {
      key: 'environment',
      label: 'Environment',
      help: 'Whether this is the real hotel or a demo hotel of Mews; the real one when nothing is chosen.',
      fr: {
        label: 'Environnement',
        help: 'L’hôtel réel ou un hôtel de démonstration de Mews ; l’hôtel réel si rien n’est choisi.',
      },
      secret: false,
      choices: [
        { value: 'production', label: 'The real hotel (production)', fr: 'L’hôtel réel (production)' },
        { value: 'demo', label: 'A demo hotel', fr: 'Un hôtel de démonstration' },
      ],
    },
  ],
  rateLimits: [{ per: 'account', calls: 200, windowSeconds: 30 }],
  // Heavy requests take tens of seconds before the vendor itself gives up with 408.
  timeoutMs: 60_000,
  sync: { reservations: 'updated-since', overlapSeconds: 300, calendarDays: 400 },
  verifiedAgainst: 'vendor_docs',
  notes: {
    reservations:
      'Bookings are made at the rate that everybody may book. A total of your own is taken where the hotel’s prices include taxes. Requests are answered in Mews.',
    listings:
      'Read only. A listing is a room type; its rooms are units. Nights are closed by a restriction of this application: those that the hotel closed itself stay closed.',
    messages:
      'The API of Mews has threads with the hotel’s staff and no inbox of guests: save what you need of theirs before you leave.',
    channels:
      'None: channels reach Mews by a channel manager, and its API does not say what a room type is called there.',
  },
}

/** Tokens are opaque; anything with blanks or punctuation in it is something else. */
const Token = Type.String({ pattern: '^[A-Za-z0-9_-]{20,200}$' })

export const Credentials = Type.Object({
  accessToken: Token,
  clientToken: Token,
  environment: Type.Optional(Type.Enum(['production', 'demo'])),
})
