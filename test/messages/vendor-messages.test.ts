/** With every vendor: test/e2e/every-vendor. */
import { oneOfEachFamily } from '../harness/vendors.ts'
import { filesOfVendors } from './vendor-files.ts'
import { messagesOfVendors } from './vendor-messages.ts'

messagesOfVendors(oneOfEachFamily)
filesOfVendors(oneOfEachFamily)
