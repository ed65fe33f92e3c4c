/** With every vendor, and a rate limit that refuses for a while: test/e2e/every-vendor. */
import { lostCalls } from '../bookings/vendor-faults.ts'
import { oneOfEachFamily } from '../harness/vendors.ts'
import { nightsOfVendors } from './vendor-nights.ts'

nightsOfVendors(oneOfEachFamily, lostCalls)
