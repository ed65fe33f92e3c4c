import { Type, type Static } from 'typebox'
import type { Manifest } from '../../connector-kit/manifest.ts'

export const manifest: Manifest = {
  id: 'bookingsync',
  displayName: 'BookingSync',
  description:
    'Property management and channel manager, now named Smily: rentals, bookings, clients, inbox, reviews.',
  fr: {
    description:
      'Gestion locative et gestionnaire de canaux, désormais nommé Smily : locations, réservations, clients, messagerie, avis.',
    webhookByHand:
      'Dans l’espace partenaire de BookingSync, dans votre application, onglet « Webhooks » : créez-en un avec cette adresse et les événements booking, rental, availability, inbox_conversation, inbox_message et review.',
  },
  webhookByHand:
    'In the partner area of BookingSync, in your application, on the tab Webhooks: make a new one with this address and the events of booking, rental, availability, inbox_conversation, inbox_message and review.',
  docsUrl: 'https://developers.bookingsync.com/reference/',
  access: {
    plan: null,
    registration:
      'Sign up as a partner, which is free, and register a private application; its access code is entered by the host under Apps, and the host allows the application once. A public application is published by BookingSync.',
    cost: 'None for the partner account. Making a rental raises the host’s monthly fee; this connector makes none.',
    addresses: 'None has to be named.',
    sources: [
      { url: 'https://developers.bookingsync.com/reference/requirements/', readOn: '2026-11-29' },
      { url: 'https://developers.bookingsync.com/reference/testing_authorization/', readOn: '2026-11-29' },
    ],
  },
  category: 'pms',
  connectPattern: 'credentials',
  status: 'beta',
  model: 'home',
  baseUrl: 'https://www.bookingsync.com',
  credentials: [
    {
      key: 'clientId',
      label: 'Client ID',
      help: 'Of the application that you registered in the partner area of BookingSync.',
      fr: {
        label: 'Identifiant client',
        help: 'Celui de l’application que vous avez enregistrée dans l’espace partenaire de BookingSync.',
      },
      secret: false,
      aliases: ['client_id', 'applicationId'],
    },
    {
      key: 'clientSecret',
      label: 'Client secret',
      help: 'The secret of the same application. It also proves its webhooks.',
      fr: {
        label: 'Secret du client',
        help: 'Le secret de la même application. Il prouve aussi ses webhooks.',
      },
      secret: true,
      aliases: ['client_secret'],
      provesInbound: true,
    },
    {
      key: 'refreshToken',
      label: 'Refresh token',
      help: 'As BookingSync gave it when the host allowed the application. It is used once and replaced, so no other program may use the same one.',
      fr: {
        label: 'Jeton de renouvellement',
        help: 'Tel que BookingSync l’a remis quand l’hôte a autorisé l’application. Il ne sert qu’une fois puis est remplacé : aucun autre programme ne doit utiliser le même.',
      },
      secret: true,
      aliases: ['refresh_token'],
    },
    {
      key: 'code',
      label: 'Authorization code',
      help: 'Instead of a refresh token: the code that BookingSync shows once the host has allowed the application, with the scopes bookings_write, clients_write, inbox_write, rates_write, rentals_write and reviews_read. It is good for a few minutes.',
      fr: {
        label: 'Code d’autorisation',
        help: 'À la place d’un jeton : le code que BookingSync affiche une fois l’application autorisée par l’hôte, avec les droits bookings_write, clients_write, inbox_write, rates_write, rentals_write et reviews_read. Il est valable quelques minutes.',
      },
      secret: true,
      aliases: ['authorizationCode', 'authorization_code'],
    },
    {
      key: 'redirectUri',
      label: 'Redirect URI',
      help: 'Only if the application has another than urn:ietf:wg:oauth:2.0:oob.',
      fr: {
        label: 'URI de redirection',
        help: 'Seulement si l’application en a un autre que urn:ietf:wg:oauth:2.0:oob.',
      },
      secret: false,
      aliases: ['redirect_uri'],
    },
  ],
  // The vendor counts by application, which all accounts of this server may share; some calls are left to others.
  rateLimits: [
    { per: 'address', calls: 950, windowSeconds: 3600 },
    // With a thousand calls an hour nothing is won by making them all at once.
    { per: 'address', calls: 100, windowSeconds: 60 },
  ],
  timeoutMs: 60_000,
  sync: { reservations: 'updated-since', overlapSeconds: 60, calendarDays: 400 },
  verifiedAgainst: 'vendor_docs',
  notes: {
    reservations:
      'Unavailable periods are blocks, never stays. A tentative booking is pending. Bookings of channels are changed there. Inquiries are not read.',
    listings: 'A listing is a rental. It has no time zone. House rules are not in the API.',
    channels: 'None: no call tells under which number a rental is listed on a channel.',
  },
}

const Secret = Type.String({ pattern: '^[\\x21-\\x7e]{16,400}$' })
export const Credentials = Type.Object({
  clientId: Type.String({ pattern: '^[\\x21-\\x7e]{8,400}$' }),
  clientSecret: Secret,
  refreshToken: Type.Optional(Secret),
  code: Type.Optional(Secret),
  redirectUri: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9+.-]*:[\\x21-\\x7e]{1,400}$' })),
})
export type Credentials = Static<typeof Credentials>
