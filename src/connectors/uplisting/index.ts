import { fieldOf } from '../../connector-kit/answers.ts'
import { defineConnector } from '../../connector-kit/connector.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { digestName } from '../../connector-kit/secrets.ts'
import { keyAndClient, plainKey } from './auth.ts'
import { calendar, calendarWrites } from './calendar.ts'
import { signals } from './envelope.ts'
import { inbound } from './inbound.ts'
import { listings } from './listings.ts'
import { Credentials, manifest } from './manifest.ts'
import { reservationWrites } from './reservation-writes.ts'
import { reservations } from './reservations.ts'
import * as vendor from './vendor.ts'

export const uplisting = defineConnector({
  manifest,
  credentials: Credentials,
  // The call that names somebody names a person, so the key stands for the account.
  accountOf: (credentials) => digestName(plainKey(credentials)),
  auth: keyAndClient,
  signals,
  shapes: vendor,
  operations: {
    async probe({ http }) {
      const user = await http.get('/users/me')
      const accountName = presentText(fieldOf(user, 'name'))
      return { externalAccountId: null, accountName }
    },
    listings,
    calendar,
    reservations,
    inbound,
    reservationWrites,
    calendarWrites,
  },
})
