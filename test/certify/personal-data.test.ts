/** With every vendor: test/e2e/every-vendor. */
import { oneOfEachFamily } from '../harness/vendors.ts'
import { nothingOfAnAccountIn } from './personal-data.ts'

nothingOfAnAccountIn(oneOfEachFamily)
