/** With every vendor and more faults: test/e2e/every-vendor-bookings. */
import { oneOfEachFamily } from '../harness/vendors.ts'
import { lostCalls } from './vendor-faults.ts'
import { bookingsOfVendors } from './vendor-bookings.ts'

bookingsOfVendors(oneOfEachFamily, lostCalls)
