import { defineConnector } from '../../connector-kit/connector.ts'
import { digestName } from '../../connector-kit/secrets.ts'
import { readAccount } from './account.ts'
import { signedCalls } from './auth.ts'
import { calendarWrites } from './calendar-writes.ts'
import { calendar } from './calendar.ts'
import { inbound } from './inbound.ts'
import { listings } from './listings.ts'
import { Credentials, manifest } from './manifest.ts'
import { reservationWrites } from './reservation-writes.ts'
import { reservations } from './reservations.ts'
import { signals } from './signals.ts'
import * as vendor from './vendor.ts'

export const smoobu = defineConnector({
  manifest,
  credentials: Credentials,
  // The key does not name its account; the vendor does when it is called.
  accountOf: ({ apiKey }) => digestName(apiKey),
  auth: signedCalls,
  signals,
  shapes: vendor,
  operations: {
    probe: readAccount,
    listings,
    calendar,
    reservations,
    inbound,
    reservationWrites,
    calendarWrites,
  },
})
