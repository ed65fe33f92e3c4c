import { Type } from 'typebox'
import type { Manifest } from '../../connector-kit/manifest.ts'

export const manifest: Manifest = {
  id: 'hostaway',
  displayName: 'Hostaway',
  description:
    'Property management for professional hosts: listings, bookings, guests, messages and reviews.',
  fr: {
    description:
      'Gestion locative pour hôtes professionnels : annonces, réservations, voyageurs, messages et avis.',
  },
  docsUrl: 'https://api-docs.hostaway.com',
  access: {
    plan: 'Not named by Hostaway. A third party says that lower plans lack the API.',
    registration:
      'None: the owner of the account makes a key for the partner “Hostaway Public API”. It lasts 24 months.',
    cost: 'Included in the subscription, says a third party.',
    addresses: 'None has to be named. Calls are also counted by address: 15 in 10 seconds.',
    sources: [
      {
        url: 'https://support.hostaway.com/hc/en-us/articles/360002576293-Hostaway-Public-API-Account-Secret-Key',
        readOn: '2026-11-29',
      },
      { url: 'https://comparatifchannelmanager.fr/?p=6063', readOn: '2026-11-29' },
    ],
  },
  category: 'pms',
  connectPattern: 'credentials',
  status: 'beta',
  // A multi-unit listing is a room type; the record of each listing says so itself.
  model: 'home',
  baseUrl: 'https://api.hostaway.com',
  credentials: [
    {
      key: 'accountId',
      label: 'Account ID',
      help: 'The number shown in Hostaway under Settings, Hostaway API.',
      fr: {
        label: 'Identifiant du compte',
        help: 'Le numéro affiché dans Hostaway, sous Settings, Hostaway API.',
      },
      secret: false,
      aliases: ['account_id', 'clientId', 'client_id'],
    },
    {
      key: 'apiKey',
      label: 'API key',
      help: 'Create one in Hostaway under Settings, Hostaway API. It is shown once.',
      fr: {
        label: 'Clé API',
        help: 'À créer dans Hostaway, sous Settings, Hostaway API. Elle n’est affichée qu’une seule fois.',
      },
      secret: true,
      aliases: ['api_key', 'clientSecret', 'client_secret'],
    },
  ],
  rateLimits: [
    { per: 'address', calls: 15, windowSeconds: 10 },
    { per: 'account', calls: 20, windowSeconds: 10 },
  ],
  timeoutMs: 30_000,
  sync: { reservations: 'activity-order', overlapSeconds: 120, calendarDays: 400 },
  verifiedAgainst: 'vendor_docs',
  notes: {
    reservations:
      'Bookings are made as direct ones; those of channels are changed there. Requests cannot be answered and inquiries cannot be pre-approved by API.',
    listings:
      'A multi-unit listing is one listing with units. Photos can be added; other changes to them are made in Hostaway. It counts bathrooms in whole numbers and arrival and departure in full hours.',
    channels:
      'Airbnb and Vrbo, by the public addresses of the listing. What it is called at Booking.com is in no field that Hostaway documents.',
  },
}

/** The account id is a number in Hostaway; anything else is a mix-up with the key. */
export const Credentials = Type.Object({
  accountId: Type.String({ pattern: '^\\d{1,12}$' }),
  // The form of a key is not documented, so only the vendor can judge it.
  apiKey: Type.String({ minLength: 1, maxLength: 200 }),
})
