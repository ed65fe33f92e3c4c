import { Type } from 'typebox'
import type { Manifest } from '../../connector-kit/manifest.ts'

export const manifest: Manifest = {
  id: 'ownerrez',
  displayName: 'OwnerRez',
  description:
    'Property management for owners and managers: properties, bookings, guests, rates and messages.',
  fr: {
    description:
      'Gestion locative pour propriétaires et gestionnaires : logements, réservations, voyageurs, tarifs et messages.',
    webhookByHand:
      'Dans les paramètres de OwnerRez, là où se règlent les webhooks : collez-la à côté de l’utilisateur et du mot de passe de webhook que vous avez saisis.',
  },
  webhookByHand:
    'In the settings of OwnerRez, where webhooks are set up: paste it beside the webhook user and password you entered.',
  docsUrl: 'https://www.ownerrez.com/support/articles/api-overview',
  access: {
    plan: null,
    registration:
      'None for your own account: make a personal access token. The messaging API is granted by the help desk to an OAuth app with at most three connections. Software for several users registers an OAuth app with the partner team.',
    cost: 'None is named for your own account. For the messaging API partners share 15 % of their revenue.',
    addresses:
      'None has to be named. With personal access tokens one address reaches two accounts in 24 hours, so connect no more than two.',
    sources: [
      { url: 'https://www.ownerrez.com/support/articles/api-auth', readOn: '2026-11-29' },
      {
        url: 'https://www.ownerrez.com/support/articles/messaging-api-personal-access-grant',
        readOn: '2026-11-29',
      },
    ],
  },
  category: 'pms',
  connectPattern: 'credentials',
  status: 'beta',
  model: 'home',
  baseUrl: 'https://api.ownerrez.com',
  credentials: [
    {
      key: 'email',
      label: 'Email address',
      help: 'The address you sign in to OwnerRez with.',
      fr: { label: 'Adresse e-mail', help: 'L’adresse avec laquelle vous vous connectez à OwnerRez.' },
      secret: false,
      aliases: ['username', 'user'],
    },
    {
      key: 'accessToken',
      label: 'Personal access token',
      help: 'Create one in OwnerRez under Settings, API. It begins with pt_.',
      fr: {
        label: 'Jeton d’accès personnel',
        help: 'À créer dans OwnerRez, sous Settings, API. Il commence par pt_.',
      },
      secret: true,
      aliases: ['access_token', 'token', 'apiKey', 'api_key'],
    },
    {
      key: 'webhookUser',
      label: 'Webhook user',
      help: 'For faster updates: the user name entered beside the webhook address in OwnerRez.',
      fr: {
        label: 'Utilisateur du webhook',
        help: 'Pour des mises à jour plus rapides : le nom d’utilisateur saisi à côté de l’adresse du webhook dans OwnerRez.',
      },
      secret: false,
      aliases: ['webhook_user'],
      provesInbound: true,
    },
    {
      key: 'webhookPassword',
      label: 'Webhook password',
      help: 'For faster updates: the password entered beside the webhook address in OwnerRez.',
      fr: {
        label: 'Mot de passe du webhook',
        help: 'Pour des mises à jour plus rapides : le mot de passe saisi à côté de l’adresse du webhook dans OwnerRez.',
      },
      secret: true,
      aliases: ['webhook_password'],
      provesInbound: true,
    },
  ],
  // The vendor counts per source address, so all accounts of this server share the allowance.
  rateLimits: [{ per: 'address', calls: 300, windowSeconds: 300 }],
  timeoutMs: 30_000,
  sync: { reservations: 'updated-since', overlapSeconds: 300, calendarDays: 366 },
  verifiedAgainst: 'vendor_docs',
  notes: {
    reservations:
      'The vendor prices bookings itself, and has no call that cancels one. Blocks, and holds that are still blocks, are never stays.',
    listings: 'Read only: the vendor has no way to change a property. Texts need its website feature.',
    channels:
      'None: OwnerRez can tell listing numbers of properties, but in what form and of which channel is documented nowhere that could be checked.',
  },
}

export const Credentials = Type.Object({
  email: Type.String({ maxLength: 200, pattern: '^[^\\s:@]+@[^\\s:@]+$' }),
  accessToken: Type.String({ pattern: '^[\\x21-\\x7e]{16,400}$' }),
  webhookUser: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '^[^:]+$' })),
  webhookPassword: Type.Optional(Type.String({ minLength: 8, maxLength: 400 })),
})
