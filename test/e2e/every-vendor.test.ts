/** Common tests of all vendors, each through the whole server. */
import { soldNightsOfVendors } from '../bookings/sold-nights.ts'
import { someFaults } from '../bookings/vendor-faults.ts'
import { nightsOfVendors } from '../calendar/vendor-nights.ts'
import { nothingOfAnAccountIn } from '../certify/personal-data.ts'
import { sharesOfVendors } from '../conformance/strict-simulators.ts'
import { everyVendor } from '../harness/vendors.ts'
import { filesOfVendors } from '../messages/vendor-files.ts'
import { messagesOfVendors } from '../messages/vendor-messages.ts'

soldNightsOfVendors(everyVendor)
nightsOfVendors(everyVendor, someFaults)
messagesOfVendors(everyVendor)
filesOfVendors(everyVendor)
nothingOfAnAccountIn(everyVendor)
sharesOfVendors(everyVendor)
