import { Type, type Static } from 'typebox'
import type { Manifest } from '../../connector-kit/manifest.ts'

export const manifest: Manifest = {
  id: 'smoobu',
  displayName: 'Smoobu',
  description: 'Channel manager and booking system for small hosts: apartments, rates, bookings.',
  fr: {
    description:
      'Gestionnaire de canaux et de réservations pour petits hôtes : logements, tarifs, réservations.',
    webhookByHand: 'Dans Smoobu, dans les paramètres pour développeurs : collez-la comme adresse de webhook.',
  },
  webhookByHand: 'In Smoobu, in the settings for developers: paste it as the webhook address.',
  docsUrl: 'https://docs.smoobu.com',
  access: {
    plan: null,
    registration:
      'None for your own account: the key is in the settings for developers. Software for several users asks Smoobu for an OAuth client, which this connector does not use.',
    cost: 'Nothing is named besides the subscription. The trial of 14 days has all features.',
    addresses: 'None is known of.',
    sources: [
      { url: 'https://docs.smoobu.com', readOn: '2026-11-29' },
      {
        url: 'https://smoobu.zendesk.com/hc/en-us/articles/6129119464594-Accounting-Master-Guide-Cost-Billing-Changing-plans-VAT-Numbers-Viewing-Invoices-Cancellations-and-more',
        readOn: '2026-11-29',
      },
    ],
  },
  category: 'pms',
  connectPattern: 'credentials',
  status: 'beta',
  model: 'home',
  baseUrl: 'https://login.smoobu.com',
  credentials: [
    {
      key: 'apiKey',
      label: 'API key',
      help: 'In Smoobu under Advanced, API keys. It needs a secret beside it; older keys have none.',
      fr: {
        label: 'Clé API',
        help: 'Dans Smoobu, sous Advanced, API keys. Elle doit être accompagnée d’un secret ; les anciennes clés n’en ont pas.',
      },
      secret: true,
      aliases: ['api_key', 'key'],
    },
    {
      key: 'apiSecret',
      label: 'API secret',
      help: 'Belongs to the API key and signs every call.',
      fr: { label: 'Secret API', help: 'Il va avec la clé API et signe chaque appel.' },
      secret: true,
      aliases: ['api_secret', 'secret'],
    },
  ],
  rateLimits: [{ per: 'account', calls: 700, windowSeconds: 60 }],
  timeoutMs: 30_000,
  // The overlap is two hours: times of change have no zone, and clocks go back by one.
  sync: { reservations: 'updated-since', overlapSeconds: 7200, calendarDays: 400 },
  verifiedAgainst: 'vendor_docs',
  notes: {
    reservations:
      'Rows of the blocked channel are blocks, never stays. Dates of a booking cannot be changed by API; bookings of channels are changed there.',
    listings: 'Listings are edited in Smoobu. The vendor gives no texts and no photos.',
    messages:
      'No time of the messages of Smoobu is documented, and they are not read: save what you need of them before you leave.',
    channels: 'None: an apartment of Smoobu does not say on which channels it is; only bookings name theirs.',
  },
}

/** Headers can carry visible characters only. */
const Key = Type.String({ pattern: '^[\\x21-\\x7e]{12,400}$' })

export const Credentials = Type.Object({ apiKey: Key, apiSecret: Key })
export type Credentials = Static<typeof Credentials>
