import { oauthClientCredentials } from '../../connector-kit/auth/oauth-client-credentials.ts'
import { mayRefuseToken } from '../../connector-kit/token-words.ts'
import { defineConnector } from '../../connector-kit/connector.ts'
import { calendar } from './calendar.ts'
import { calendarWrites } from './calendar-writes.ts'
import { channelLinks } from './channel-links.ts'
import { conversations } from './conversations.ts'
import { signals } from './envelope.ts'
import { inbound } from './inbound.ts'
import { listings } from './listings.ts'
import { listingWrites } from './listing-writes.ts'
import { Credentials, manifest } from './manifest.ts'
import { messageWrites } from './message-writes.ts'
import { messages } from './messages.ts'
import { reservationWrites } from './reservation-writes.ts'
import { reservations } from './reservations.ts'
import { reviews } from './reviews.ts'
import { units } from './units.ts'
import * as vendor from './vendor.ts'

export const hostaway = defineConnector({
  manifest,
  credentials: Credentials,
  accountOf: ({ accountId }) => accountId,
  auth: ({ accountId, apiKey }) =>
    oauthClientCredentials({
      tokenPath: '/v1/accessTokens',
      clientId: accountId,
      clientSecret: apiKey,
      scope: 'general',
      // 403 is documented as the answer to an ended or revoked token, and refuses other calls as well.
      expired: mayRefuseToken,
      // Documented: a new token works about a second after it was given.
      settleMs: 1000,
    }),
  signals,
  shapes: vendor,
  operations: {
    async probe({ http }) {
      // The account has no resource of its own; that it may list is what has to be known.
      await http.get('/v1/listings', { query: { limit: 1, includeResources: 0 } })
      return { externalAccountId: null, accountName: null }
    },
    listings,
    units,
    channelLinks,
    calendar,
    reservations,
    conversations,
    messages,
    reviews,
    inbound,
    reservationWrites,
    calendarWrites,
    messageWrites,
    listingWrites,
  },
})
