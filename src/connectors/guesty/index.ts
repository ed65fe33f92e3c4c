import { oauthClientCredentials } from '../../connector-kit/auth/oauth-client-credentials.ts'
import { defineConnector } from '../../connector-kit/connector.ts'
import { calendarWrites } from './calendar-writes.ts'
import { calendar } from './calendar.ts'
import { isTokenRefused, signals } from './envelope.ts'
import { guestWrites } from './guest-writes.ts'
import { inbound } from './inbound.ts'
import { conversations, messages, messageWrites } from './inbox.ts'
import { listingWrites } from './listing-writes.ts'
import { listings, units } from './listings.ts'
import { Credentials, manifest } from './manifest.ts'
import { probe } from './probe.ts'
import { preApprovals, requestAnswers } from './request-answers.ts'
import { reservationWrites } from './reservation-writes.ts'
import { reservations } from './reservations.ts'
import { reviews, reviewWrites } from './reviews.ts'
import * as vendorInbox from './vendor-inbox.ts'
import * as vendorStay from './vendor-stay.ts'
import * as vendorWrites from './vendor-writes.ts'
import * as vendor from './vendor.ts'

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
      expired: isTokenRefused,
      // Documented: five tokens for each key in 24 hours, each good for as long.
      grants: { atMost: 5, perSeconds: 86_400 },
    }),
  signals,
  shapes: { ...vendorInbox, ...vendorStay, ...vendorWrites, ...vendor },
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
    reservationWrites,
    requestAnswers,
    preApprovals,
    calendarWrites,
    messageWrites,
    reviewWrites,
    guestWrites,
    listingWrites,
  },
})
