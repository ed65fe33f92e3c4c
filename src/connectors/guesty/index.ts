import { oauthClientCredentials } from '../../connector-kit/auth/oauth-client-credentials.ts'
import { defineConnector } from '../../connector-kit/connector.ts'
import { calendar } from './calendar.ts'
import { conversations } from './conversations.ts'
import { signals } from './envelope.ts'
import { inbound } from './inbound.ts'
import { listings } from './listings.ts'
import { Credentials, manifest } from './manifest.ts'
import { messages } from './messages.ts'
import { probe } from './probe.ts'
import { reservations } from './reservations.ts'
import { reviews } from './reviews.ts'
import { units } from './units.ts'

export const guesty = defineConnector({
  manifest,
  credentials: Credentials,
  accountOf: ({ clientId }) => clientId,
  auth: ({ clientId, clientSecret }) =>
    oauthClientCredentials({
      tokenPath: '/oauth2/token',
      clientId,
      clientSecret,
      scope: 'open-api',
      expired: ({ status }) => status === 401,
      // Documented: five tokens for each key in 24 hours, each good for as long.
      grants: { atMost: 5, perSeconds: 86_400 },
    }),
  signals,
  operations: {
    probe,
    listings,
    units,
    calendar,
    reservations,
    conversations,
    messages,
    reviews,
    inbound,
  },
})
