import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Manifest } from '../../connector-kit/connector.ts'

export const manifest: Manifest = {
  id: 'mews',
  displayName: 'Mews',
  description: 'Hotel management: room types, rooms, rates, restrictions and reservations.',
  docsUrl: 'https://docs.mews.com/connector-api',
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
      secret: true,
      aliases: ['access_token', 'AccessToken', 'apiKey', 'api_key'],
    },
    {
      key: 'clientToken',
      label: 'Client token',
      help: 'Names the application that calls. Mews gives it to whoever runs this server, once for all hotels.',
      secret: true,
      aliases: ['client_token', 'ClientToken'],
    },
    {
      key: 'environment',
      label: 'Environment',
      help: '`production` or `demo`; production when left empty.',
      secret: false,
    },
  ],
  rateLimits: [{ per: 'account', calls: 200, windowSeconds: 30 }],
  // Heavy requests take tens of seconds before the vendor itself gives up with 408.
  timeoutMs: 60_000,
  sync: { reservations: 'updated-since', overlapSeconds: 300, calendarDays: 400 },
  verifiedAgainst: 'vendor_docs',
  notes: {
    reservations: 'Read only for now.',
    listings: 'Read only for now. A listing is a room type; its rooms are units.',
  },
}

/** Tokens are opaque; anything with blanks or punctuation in it is something else. */
const Token = Type.String({ pattern: '^[A-Za-z0-9_-]{20,200}$' })

export const Credentials = Type.Object({
  accessToken: Token,
  clientToken: Token,
  environment: Type.Optional(Type.Enum(['production', 'demo'])),
})
export type Credentials = Static<typeof Credentials>
