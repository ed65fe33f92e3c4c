import { bookingsOfVendors } from '../bookings/vendor-bookings.ts'
import { allFaults } from '../bookings/vendor-faults.ts'
import { everyVendor } from '../harness/vendors.ts'

bookingsOfVendors(everyVendor, allFaults, { listings: 8 })
