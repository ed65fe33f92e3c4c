/** `EVERY_FAULT=1` takes every fault at every vendor. */
import { bookingsOfVendors } from '../bookings/vendor-bookings.ts'
import { allFaults, faultsInTurn } from '../bookings/vendor-faults.ts'
import { everyVendor } from '../harness/vendors.ts'

for (const [turn, vendor] of everyVendor.entries())
  bookingsOfVendors([vendor], process.env.EVERY_FAULT === undefined ? faultsInTurn(turn) : allFaults, {
    listings: 8,
  })
