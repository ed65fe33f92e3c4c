import { defineConnector, type Connector, type VendorOperations } from '../../connector-kit/connector.ts'
import { digestName } from '../../connector-kit/secrets.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { readAccount } from './account.ts'
import { appWebhookOf } from './app-webhook.ts'
import { authOf, type PartnerApp } from './auth.ts'
import { calendarWrites } from './calendar-writes.ts'
import { calendar } from './calendar.ts'
import { conversations } from './conversations.ts'
import { consentTo, permissions } from './consent.ts'
import { knownContent } from './content/sections.ts'
import * as vendorContent from './content/vendor.ts'
import { listings } from './listings.ts'
import { signals } from './lists.ts'
import { Credentials, manifest } from './manifest.ts'
import { messageWrites } from './message-writes.ts'
import { messages } from './messages.ts'
import { guestReviews, reviews } from './reviews.ts'
import { reservations } from './reservations.ts'
import { unverified } from './unverified.ts'
import * as vendor from './vendor.ts'

const [idSetting, secretSetting] = ['AIRBNB_CLIENT_ID', 'AIRBNB_CLIENT_SECRET'] as const
const keySetting = 'AIRBNB_WEBHOOK_PUBLIC_KEY'
const unverifiedSetting = 'AIRBNB_UNVERIFIED_CALLS'

const verified: VendorOperations = {
  probe: readAccount,
  listings,
  calendar,
  reservations,
  conversations,
  messages,
  reviews,
  guestReviews,
  calendarWrites,
  messageWrites,
  channelContent: knownContent,
}

const common = {
  manifest,
  credentials: Credentials,
  // The code does not name its account; the vendor does when it is called.
  accountOf: ({ code }: Credentials) => digestName(code),
  signals,
  shapes: { ...vendor, ...vendorContent },
  operations: { ...verified, ...unverified },
}

/** Builds the connector of the partner that owns this app. */
const airbnbOf = (
  app: PartnerApp,
  webhookKey: string | undefined,
  operations: VendorOperations = common.operations,
): Connector<typeof Credentials> =>
  defineConnector({
    ...common,
    operations,
    auth: (credentials) => authOf(app, credentials),
    consent: consentTo(app.clientId),
    appWebhook: appWebhookOf(webhookKey),
  })

export const airbnb = defineConnector({
  ...common,
  auth() {
    throw new VendorError('credentials', `${idSetting} and ${secretSetting} are not set`)
  },
  partnership: {
    settings: [idSetting, secretSetting],
    optional: [keySetting, unverifiedSetting],
    consent: permissions,
    join(values, { isElsewhere }) {
      const {
        [idSetting]: clientId = '',
        [secretSetting]: clientSecret = '',
        [keySetting]: webhookKey,
        [unverifiedSetting]: isAllowed,
      } = values
      const operations = isElsewhere || isAllowed === 'true' ? common.operations : verified
      return airbnbOf({ clientId, clientSecret }, webhookKey, operations)
    },
  },
})
