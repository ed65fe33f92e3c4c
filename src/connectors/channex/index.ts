import { apiKeyHeader } from '../../connector-kit/auth/static.ts'
import { defineConnector } from '../../connector-kit/connector.ts'
import { digestName } from '../../connector-kit/secrets.ts'
import { calendarWrites } from './calendar-writes.ts'
import { calendar } from './calendar.ts'
import { conversations, messages, messageWrites } from './conversations.ts'
import { base, paged, rowsOf, signals } from './envelope.ts'
import { inbound } from './inbound.ts'
import { listings } from './listings.ts'
import { Credentials, manifest } from './manifest.ts'
import { reservations } from './reservations.ts'
import { reviews, reviewWrites } from './reviews.ts'
import * as vendor from './vendor.ts'

export const channex = defineConnector({
  manifest,
  credentials: Credentials,
  accountOf: ({ apiKey }) => digestName(apiKey),
  auth: ({ apiKey }) => apiKeyHeader('user-api-key', apiKey),
  signals,
  shapes: vendor,
  operations: {
    /** No call that names the account is documented, so the key stands for it. */
    async probe({ http }) {
      await rowsOf(http, `${base}/properties`, paged(1, 1))
      return { externalAccountId: null, accountName: null }
    },
    listings,
    calendar,
    reservations,
    conversations,
    messages,
    reviews,
    inbound,
    calendarWrites,
    messageWrites,
    reviewWrites,
  },
})
