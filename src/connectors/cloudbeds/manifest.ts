import { Type } from 'typebox'
import type { Manifest } from '../../connector-kit/manifest.ts'

export const manifest: Manifest = {
  id: 'cloudbeds',
  displayName: 'Cloudbeds',
  description: 'Property management for hotels, hostels and groups: properties, room types, rooms, bookings.',
  fr: {
    description:
      'Gestion pour hôtels, auberges et groupes : établissements, types de chambre, chambres, réservations.',
  },
  docsUrl: 'https://developers.cloudbeds.com',
  access: {
    plan: null,
    registration:
      'A property makes its key by itself. Whoever connects properties of others becomes a technology partner, which Cloudbeds approves after a pilot with 5 to 10 properties.',
    cost: null,
    addresses: 'None has to be named. An address that calls too often is blocked.',
    sources: [
      {
        url: 'https://developers.cloudbeds.com/docs/property-and-group-account-api-access',
        readOn: '2026-11-29',
      },
      {
        url: 'https://developers.cloudbeds.com/docs/getting-started-as-a-partner-in-5-steps',
        readOn: '2026-11-29',
      },
    ],
  },
  category: 'pms',
  connectPattern: 'credentials',
  status: 'beta',
  model: 'hotel',
  baseUrl: 'https://api.cloudbeds.com',
  credentials: [
    {
      key: 'apiKey',
      label: 'API key',
      help:
        'In Cloudbeds under Apps & Marketplace, API credentials: a key of the property or of the group, with the ' +
        'read scopes for hotel, room, rate, reservation and guest. It begins with cbat_.',
      fr: {
        label: 'Clé API',
        help: 'Dans Cloudbeds, sous Apps & Marketplace, API credentials : une clé de l’établissement ou du groupe, avec les droits de lecture sur l’hôtel, les chambres, les tarifs, les réservations et les clients, et les droits d’écriture sur les réservations, les clients et les tarifs pour écrire réservations et calendriers. Elle commence par cbat_.',
      },
      secret: true,
      aliases: ['api_key', 'apikey'],
    },
  ],
  // The limit is that of a property's key; partners may call twice as often.
  rateLimits: [{ per: 'account', calls: 5, windowSeconds: 1 }],
  timeoutMs: 60_000,
  sync: { reservations: 'updated-since', overlapSeconds: 300, calendarDays: 365 },
  verifiedAgainst: 'vendor_docs',
  notes: {
    reservations:
      'Every room of a booking is a reservation of its own; bookings of several rooms are changed and cancelled in Cloudbeds. Cloudbeds prices bookings itself and needs an email address of the guest. A room that is asked for is assigned after the booking is made.',
    listings: 'Read only. A listing is a room type; its units are the rooms.',
    messages: 'The API of Cloudbeds has no messages of guests: save what you need of them before you leave.',
    channels:
      'None: the sources of Cloudbeds are names of channels; what a hotel or a room is called there is known to its channel manager alone.',
  },
}

export const Credentials = Type.Object({ apiKey: Type.String({ pattern: '^[\\x21-\\x7e]{16,400}$' }) })
