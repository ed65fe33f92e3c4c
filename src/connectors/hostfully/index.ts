import { apiKeyHeader } from '../../connector-kit/auth/static.ts'
import { defineConnector } from '../../connector-kit/connector.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { calendar, calendarWrites } from './calendar.ts'
import { signals } from './envelope.ts'
import { inbound } from './inbound.ts'
import { channelLinks, listings, propertyPage } from './listings.ts'
import { Credentials, manifest } from './manifest.ts'
import { requestAnswers, reservationWrites } from './reservation-writes.ts'
import { reservations } from './reservations.ts'
import { reviews } from './reviews.ts'
import { conversations, messages, messageWrites } from './threads.ts'
import * as vendor from './vendor.ts'

export const hostfully = defineConnector({
  manifest,
  credentials: Credentials,
  accountOf: ({ agencyUid }) => agencyUid.toLowerCase(),
  auth: ({ apiKey }) => apiKeyHeader('X-HOSTFULLY-APIKEY', apiKey),
  signals,
  shapes: vendor,
  operations: {
    async probe(context) {
      await propertyPage(context, null).catch((error: unknown) => {
        // Another agency than the key's is answered with 403.
        const isForeign = error instanceof VendorError && [403, 404].includes(error.status ?? 0)
        if (!isForeign) throw error
        throw new VendorError('credentials', 'the key does not belong to this agency', { cause: error })
      })
      return { externalAccountId: null, accountName: null }
    },
    reservations,
    reservationWrites,
    requestAnswers,
    calendar,
    calendarWrites,
    conversations,
    messages,
    messageWrites,
    listings,
    channelLinks,
    reviews,
    inbound,
  },
})
