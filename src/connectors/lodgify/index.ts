import { apiKeyHeader } from '../../connector-kit/auth/static.ts'
import { defineConnector } from '../../connector-kit/connector.ts'
import { accountOfKey, readAccount } from './account.ts'
import { calendar } from './calendar.ts'
import { calendarWrites } from './calendar-writes.ts'
import { conversations } from './conversations.ts'
import { inbound } from './inbound.ts'
import { listings } from './listings.ts'
import { Credentials, manifest } from './manifest.ts'
import { messageWrites } from './message-writes.ts'
import { messages } from './messages.ts'
import { requestAnswers } from './request-answers.ts'
import { reservationWrites } from './reservation-writes.ts'
import { reservations } from './reservations.ts'
import { signals } from './signals.ts'
import * as vendorWrites from './vendor-writes.ts'
import * as vendor from './vendor.ts'

export const lodgify = defineConnector({
  manifest,
  credentials: Credentials,
  accountOf: ({ apiKey }) => accountOfKey(apiKey),
  auth: ({ apiKey }) => apiKeyHeader('X-ApiKey', apiKey),
  signals,
  shapes: { ...vendorWrites, ...vendor },
  operations: {
    probe: readAccount,
    listings,
    calendar,
    reservations,
    conversations,
    messages,
    inbound,
    reservationWrites,
    requestAnswers,
    calendarWrites,
    messageWrites,
  },
})
