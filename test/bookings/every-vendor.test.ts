import { bookingsOfEveryVendor } from './every-vendor.ts'
import { someFaults } from './vendor-faults.ts'

bookingsOfEveryVendor(someFaults)
