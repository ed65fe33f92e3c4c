import { defineConnector } from '../../connector-kit/connector.ts'
import { namedBasic } from './auth.ts'
import { calendar } from './calendar.ts'
import { calendarWrites } from './calendar-writes.ts'
import { conversations } from './conversations.ts'
import { signals } from './envelope.ts'
import { guestWrites } from './guest-writes.ts'
import { inbound } from './inbound.ts'
import { listings } from './listings.ts'
import { Credentials, manifest } from './manifest.ts'
import { messages } from './messages.ts'
import { probe } from './probe.ts'
import { reservationWrites } from './reservation-writes.ts'
import { reservations } from './reservations.ts'
import { reviews } from './reviews.ts'
import * as vendor from './vendor.ts'

export const ownerrez = defineConnector({
  manifest,
  credentials: Credentials,
  accountOf: ({ email }) => email.toLowerCase(),
  auth: ({ email, accessToken }) => namedBasic(email, accessToken),
  signals,
  shapes: vendor,
  operations: {
    probe,
    listings,
    calendar,
    reservations,
    conversations,
    messages,
    reviews,
    inbound,
    reservationWrites,
    calendarWrites,
    guestWrites,
  },
})
