import { defineConnector, type VendorOperations } from '../../connector-kit/connector.ts'
import { readAccount } from './account.ts'
import { tokensOf } from './auth.ts'
import { calendarWrites } from './calendar-writes.ts'
import { calendar } from './calendar.ts'
import { homeRules } from './home-rules.ts'
import { bookingHook, inbound } from './inbound.ts'
import { listings } from './listings.ts'
import { signals } from './lists.ts'
import { Credentials, manifest } from './manifest.ts'
import { reservations } from './reservations.ts'
import * as vendor from './vendor.ts'

const unverifiedSetting = 'PLUMGUIDE_UNVERIFIED_CALLS'

const verified: VendorOperations = { probe: readAccount, listings, reservations, inbound, bookingHook }

const common = {
  manifest,
  credentials: Credentials,
  accountOf: ({ clientId }: Credentials) => clientId,
  auth: tokensOf,
  signals,
  shapes: vendor,
  operations: { ...verified, calendar, calendarWrites, homeRules },
}

/**
 * The paths of nights and prices are reconstructions: Plum Guide itself is never called with them unless
 * PLUMGUIDE_UNVERIFIED_CALLS says so. A simulator is.
 */
export const plumguide = defineConnector({
  ...common,
  partnership: {
    settings: [],
    optional: [unverifiedSetting],
    join({ [unverifiedSetting]: isAllowed }, { isElsewhere }) {
      const operations = isElsewhere || isAllowed === 'true' ? common.operations : verified
      return defineConnector({ ...common, operations })
    },
  },
})
