import { Type, type Static } from 'typebox'
import type { Manifest } from '../../connector-kit/manifest.ts'

export const manifest: Manifest = {
  id: 'beds24',
  displayName: 'Beds24',
  description:
    'Channel manager and booking system for homes and small hotels: properties, room types, bookings.',
  fr: {
    description:
      'Gestionnaire de canaux et de réservations pour logements et petits hôtels : établissements, types de chambre, réservations.',
    webhookByHand:
      'Dans Beds24, dans les paramètres de chaque établissement, sous Access : collez-la comme webhook de réservation, version 2.',
  },
  webhookByHand:
    'In Beds24, in the settings of every property, under Access: paste it as the booking webhook, version 2.',
  docsUrl: 'https://beds24.com/api/v2',
  access: {
    plan: null,
    registration:
      'None. The owner of the account makes an invite code on the page of the API, which is good for 15 minutes. Webhooks of bookings are switched on by the support.',
    cost: null,
    addresses: 'None has to be named. A token can be limited to addresses.',
    sources: [{ url: 'https://wiki.beds24.com/index.php/API_V2.0', readOn: '2026-11-29' }],
  },
  category: 'pms',
  connectPattern: 'credentials',
  status: 'beta',
  // A room type with several units is a hotel listing; the record of each listing says so itself.
  model: 'home',
  baseUrl: 'https://api.beds24.com',
  credentials: [
    {
      key: 'inviteCode',
      label: 'Invite code',
      help:
        'In Beds24 under Settings, Marketplace, API: generate an invite code with the scopes for bookings (personal ' +
        'and financial data too), properties, inventory and channels, to read and to write. It is valid for 15 ' +
        'minutes; make a new one for every attempt.',
      fr: {
        label: 'Code d’invitation',
        help: 'Dans Beds24, sous Settings, Marketplace, API : générez un code d’invitation avec les droits sur les réservations (données personnelles et financières comprises), les établissements, l’inventaire et les canaux, en lecture et en écriture. Il est valable 15 minutes ; créez-en un nouveau à chaque essai.',
      },
      secret: true,
      aliases: ['invite_code', 'code'],
    },
    {
      key: 'refreshToken',
      label: 'Refresh token',
      help: 'Instead of an invite code, where one was exchanged already.',
      fr: {
        label: 'Jeton de renouvellement',
        help: 'À la place d’un code d’invitation, si l’un d’eux a déjà été échangé.',
      },
      secret: true,
      aliases: ['refresh_token'],
    },
    {
      key: 'token',
      label: 'Long life token',
      help: 'Instead of an invite code: a token that reads only and does not end.',
      fr: {
        label: 'Jeton de longue durée',
        help: 'À la place d’un code d’invitation : un jeton en lecture seule qui n’expire pas.',
      },
      secret: true,
      aliases: ['longLifeToken', 'long_life_token'],
    },
  ],
  rateLimits: [
    // The vendor counts credits, 100 in five minutes; some are left to other programs of the account.
    { per: 'account', calls: 90, windowSeconds: 300 },
    // The vendor asks for one call after the other.
    { per: 'account', calls: 1, windowSeconds: 1 },
  ],
  timeoutMs: 60_000,
  sync: { reservations: 'updated-since', overlapSeconds: 300, calendarDays: 365 },
  verifiedAgainst: 'vendor_docs',
  notes: {
    reservations:
      'Blocks made by hand are no stays, and inquiries are never stays. Bookings of channels are changed there; requests cannot be answered.',
    listings:
      'A listing is a room type of a property; its units are the rooms. No photos. Written are times, number of guests and address, the texts are not.',
    channels:
      'Airbnb, by the lists of listings of its hosts there. What a room type is called at Booking.com or Vrbo is in no call that Beds24 describes.',
  },
}

/** One of these is needed; headers can carry visible characters only. */
const Secret = Type.Optional(Type.String({ pattern: '^[\\x21-\\x7e]{16,2000}$' }))

export const Credentials = Type.Object(
  { inviteCode: Secret, refreshToken: Secret, token: Secret },
  { minProperties: 1 },
)
export type Credentials = Static<typeof Credentials>
