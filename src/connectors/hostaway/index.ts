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
      // The vendor documents 403 as the answer to an expired or revoked token, but also refuses other calls
      // with it.
      expired: mayRefuseToken,
      // The vendor documents that a new token works only after about a second.
      settleMs: 1000,
    }),
  signals,
  shapes: vendor,
  operations: {
    async probe({ http }) {
      // The account has no resource of its own, so a listing call proves the access.
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
