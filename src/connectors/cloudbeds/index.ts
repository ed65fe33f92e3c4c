import { apiKeyHeader } from '../../connector-kit/auth/static.ts'
import { defineConnector } from '../../connector-kit/connector.ts'
import { digestName } from '../../connector-kit/secrets.ts'
import { calendar } from './calendar.ts'
import { calendarWrites } from './calendar-writes.ts'
import { signals } from './envelope.ts'
import { guestWrites } from './guest-writes.ts'
import { readAccount } from './hotels.ts'
import { inbound } from './inbound.ts'
import { listings, units } from './listings.ts'
import { Credentials, manifest } from './manifest.ts'
import { requestAnswers } from './request-answers.ts'
import { reservationWrites } from './reservation-writes.ts'
import { reservations } from './reservations.ts'
import * as vendor from './vendor.ts'

export const cloudbeds = defineConnector({
  manifest,
  credentials: Credentials,
  accountOf: ({ apiKey }) => digestName(apiKey),
  auth: ({ apiKey }) => apiKeyHeader('x-api-key', apiKey),
  signals,
  shapes: vendor,
  operations: {
    probe: readAccount,
    listings,
    units,
    calendar,
    reservations,
    inbound,
    reservationWrites,
    requestAnswers,
    calendarWrites,
    guestWrites,
  },
})
