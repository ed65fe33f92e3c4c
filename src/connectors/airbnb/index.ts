import { defineConnector, type Connector } from '../../connector-kit/connector.ts'
import { digestName } from '../../connector-kit/secrets.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { readAccount } from './account.ts'
import { authOf, type PartnerApp } from './auth.ts'
import { calendarWrites } from './calendar-writes.ts'
import { calendar } from './calendar.ts'
import { conversations } from './conversations.ts'
import { consentTo } from './consent.ts'
import { listings } from './listings.ts'
import { signals } from './lists.ts'
import { Credentials, manifest } from './manifest.ts'
import { messageWrites } from './message-writes.ts'
import { messages } from './messages.ts'
import { requestAnswers } from './request-answers.ts'
import { reservations } from './reservations.ts'
import * as vendor from './vendor.ts'

const [idSetting, secretSetting] = ['AIRBNB_CLIENT_ID', 'AIRBNB_CLIENT_SECRET'] as const

const common = {
  manifest,
  credentials: Credentials,
  // Whose account it is, the code does not tell; the vendor does when it is asked.
  accountOf: ({ code }: Credentials) => digestName(code),
  signals,
  shapes: vendor,
  operations: {
    probe: readAccount,
    listings,
    calendar,
    reservations,
    conversations,
    messages,
    requestAnswers,
    calendarWrites,
    messageWrites,
  },
}

/** As the partner whose app this is. */
export const airbnbOf = (app: PartnerApp): Connector<typeof Credentials> =>
  defineConnector({
    ...common,
    auth: (credentials) => authOf(app, credentials),
    consent: consentTo(app.clientId),
  })

export const airbnb = defineConnector({
  ...common,
  auth() {
    throw new VendorError('credentials', `${idSetting} and ${secretSetting} are not set`)
  },
  partnership: {
    settings: [idSetting, secretSetting],
    join: ({ [idSetting]: clientId = '', [secretSetting]: clientSecret = '' }) =>
      airbnbOf({ clientId, clientSecret }),
  },
})
