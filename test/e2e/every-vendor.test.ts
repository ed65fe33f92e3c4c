import { bookingsOfEveryVendor } from '../bookings/every-vendor.ts'
import { allFaults } from '../bookings/vendor-faults.ts'

bookingsOfEveryVendor(allFaults, { listings: 8 })
