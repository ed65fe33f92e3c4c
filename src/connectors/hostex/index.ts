import { apiKeyHeader } from '../../connector-kit/auth/static.ts'
import { listIn } from '../../connector-kit/answers.ts'
import { defineConnector } from '../../connector-kit/connector.ts'
import { digestName } from '../../connector-kit/secrets.ts'
import { calendarWrites } from './calendar-writes.ts'
import { calendar } from './calendar.ts'
import { dataOf, signals } from './envelope.ts'
import { inbound } from './inbound.ts'
import { channelLinks, listings } from './listings.ts'
import { Credentials, manifest } from './manifest.ts'
import { reservationWrites } from './reservation-writes.ts'
import { reservations } from './reservations.ts'
import { reviews, reviewWrites } from './reviews.ts'
import { conversations, messages, messageWrites } from './threads.ts'
import * as vendor from './vendor.ts'

export const hostex = defineConnector({
  manifest,
  credentials: Credentials,
  // No call names the account, so its token stands for it.
  accountOf: ({ accessToken }) => digestName(accessToken),
  auth: ({ accessToken }) => apiKeyHeader('Hostex-Access-Token', accessToken),
  signals,
  shapes: vendor,
  operations: {
    async probe({ http }) {
      const query = { offset: 0, limit: 1 }
      listIn(dataOf(await http.get('/v3/properties', { query })), 'properties')
      return { externalAccountId: null, accountName: null }
    },
    listings,
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
    reviewWrites,
  },
})
