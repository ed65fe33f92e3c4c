import { describe } from 'node:test'
import type { TSchema } from 'typebox'
import type { Connector } from '../connector.ts'
import type { StartSimulator } from './bench.ts'
import { budgetSuite } from './budget-suite.ts'
import { changeSuite } from './change-suite.ts'
import { failureSuite } from './failure-suite.ts'
import { inboundSuite } from './inbound-suite.ts'
import { readSuite } from './read-suite.ts'

/** What the suite has to know about a vendor to drive its simulator. */
export interface VendorFacts {
  start: StartSimulator
  /** Fields that make a booking one of a status the vendor does not have. */
  unknownStatus: Record<string, unknown>
  /** Fields of a change that the API must show. */
  amendment: Record<string, unknown>
  /** An id of the vendor's form that nothing has. */
  missingId: string
  /** Where access tokens come from; absent for credentials that are sent with every call. */
  tokenPath?: string
  /** The header that proves a delivery. */
  inboundProof?: string
}

/** Certifies a connector against its simulator. */
export function certify<C extends TSchema>(connector: Connector<C>, facts: VendorFacts): void {
  describe(`${connector.manifest.displayName} connector`, { concurrency: false }, () => {
    readSuite(connector, facts)
    changeSuite(connector, facts)
    failureSuite(connector, facts)
    budgetSuite(connector, facts)
    inboundSuite(connector, facts)
  })
}
