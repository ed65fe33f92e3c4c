import { Type, type Static } from 'typebox'
import type { Manifest } from '../../connector-kit/manifest.ts'

export const manifest: Manifest = {
  id: 'track',
  displayName: 'Track',
  description:
    'Property management for vacation rental companies: units, nights, rates, reservations, reviews.',
  fr: {
    description:
      'Gestion pour sociétés de location saisonnière : logements, nuits, tarifs, réservations, avis.',
  },
  docsUrl: 'https://developer.trackhs.com',
  access: {
    plan: null,
    registration:
      'The customer gives out the key: an administrator of the Track account makes a server key, or asks Track’s support for one. A channel key sees the units of its channel only.',
    cost: null,
    addresses: 'None is known of.',
    sources: [
      { url: 'https://docs.airbyte.com/integrations/sources/track-pms', readOn: '2026-11-29' },
      {
        url: 'https://docs.rentalsunited.com/external/en-gb/Content/PMS/Track/02-Track-Onboarding.htm',
        readOn: '2026-11-29',
      },
    ],
  },
  category: 'pms',
  connectPattern: 'credentials',
  status: 'beta',
  model: 'home',
  // Every customer has a host name of its own; this one answers nobody.
  baseUrl: 'https://api.trackhs.com',
  credentials: [
    {
      key: 'domain',
      label: 'Track address',
      help: 'The address at which you open Track, such as seaside.trackhs.com.',
      fr: {
        label: 'Adresse de Track',
        help: 'L’adresse à laquelle vous ouvrez Track, par exemple seaside.trackhs.com.',
      },
      secret: false,
      aliases: ['customerDomain', 'customer_domain', 'host', 'url'],
    },
    {
      key: 'apiKey',
      label: 'API key',
      help: 'The key of a server key, which an administrator of your Track account makes.',
      fr: {
        label: 'Clé d’API',
        help: 'La clé d’une « server key », créée par un administrateur de votre compte Track.',
      },
      secret: false,
      aliases: ['api_key', 'key', 'username'],
    },
    {
      key: 'apiSecret',
      label: 'API secret',
      help: 'The secret that belongs to the key.',
      fr: { label: 'Secret d’API', help: 'Le secret associé à la clé.' },
      secret: true,
      aliases: ['api_secret', 'secret', 'password'],
    },
  ],
  // The customer's other software shares the allowance, so it is used evenly and not to its end.
  rateLimits: [
    { per: 'account', calls: 30, windowSeconds: 1 },
    { per: 'account', calls: 10_000, windowSeconds: 300 },
  ],
  timeoutMs: 60_000,
  sync: {
    reservations: 'updated-since',
    overlapSeconds: 300,
    calendarDays: 540,
    staysGoUntold: true,
  },
  verifiedAgainst: 'vendor_docs',
  notes: {
    reservations:
      'Track prices a booking itself and keeps it as a hold, shown as pending, until somebody adds a payment in Track. No call that changes or cancels a booking is documented.',
    listings:
      'Read only. Prices of nights are those of the first rate type; a unit without any booking has no currency.',
    messages:
      'The documented API of Track has no messages of guests: save what you need of theirs before you leave.',
    channels: 'None: no call that names the channel listings of a unit is documented.',
  },
}

// Only the vendor's own hosts are called, so no private address can be named here.
const customerHost =
  '(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.){1,3}(?:trackhs\\.com|tracksandbox\\.io)'
/** People also paste the address as their browser or an older guide shows it. */
const pastedAddress = `^(?:https://)?(${customerHost})(?:/api(?:/pms)?)?/?$`

export const Credentials = Type.Object({
  domain: Type.String({ maxLength: 200, pattern: pastedAddress }),
  apiKey: Type.String({ pattern: '^[\\x21-\\x39\\x3b-\\x7e]{8,200}$' }),
  apiSecret: Type.String({ pattern: '^[\\x21-\\x7e]{8,400}$' }),
})

/** Returns the customer's host name in the form in which it is one account. */
export function hostOf({ domain }: Static<typeof Credentials>): string {
  const [, host] = new RegExp(pastedAddress).exec(domain) ?? []
  if (host === undefined) throw new Error('the address of Track was not checked')
  return host.toLowerCase()
}
