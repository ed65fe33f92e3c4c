/** With every vendor: test/e2e/every-vendor. */
import { oneOfEachFamily } from '../harness/vendors.ts'
import { soldNightsOfVendors } from './sold-nights.ts'

soldNightsOfVendors(oneOfEachFamily)
