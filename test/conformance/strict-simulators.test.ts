/** With every vendor: test/e2e/every-vendor. */
import { oneOfEachFamily } from '../harness/vendors.ts'
import { sharesOfVendors } from './strict-simulators.ts'

sharesOfVendors(oneOfEachFamily)
