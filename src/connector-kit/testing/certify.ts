import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TSchema } from 'typebox'
import type { ConversationRecord, ListingRecord, ReviewRecord } from '../../contract/records.ts'
import type { Connector } from '../connector.ts'
import type { WriteOperations } from '../write-operations.ts'
import { actionFaultSuite } from './action-fault-suite.ts'
import type { Bench, StartSimulator } from './bench.ts'
import { budgetSuite } from './budget-suite.ts'
import { changeSuite } from './change-suite.ts'
import type { ListingContentFacts, PropertyContentFacts } from './content-facts.ts'
import { contentFaultSuite } from './content-fault-suite.ts'
import { failureSuite } from './failure-suite.ts'
import { fieldSuite, type IgnoredFields } from './field-suite.ts'
import { inboundSuite } from './inbound-suite.ts'
import { guestWriteSuite } from './guest-write-suite.ts'
import { otherWriteSuite } from './other-write-suite.ts'
import { readSuite } from './read-suite.ts'
import { reservationWriteSuite } from './reservation-write-suite.ts'
import { writtenFaultSuite } from './written-fault-suite.ts'

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
  /** Paths that this stand-in refuses, because the account has no access to them: asking once is no mistake. */
  closed?: RegExp
  /** What the connector does not read of what its stand-in tells, for channels, of which nothing may be forgotten. */
  ignored?: readonly IgnoredFields[]
  /** Present exactly when the connector writes. */
  writes?: WriteFacts
  /** What a listing says of itself, section by section, for channels that take it. */
  content?: ListingContentFacts
  /** The same of a whole property. */
  propertyContent?: PropertyContentFacts
}

/** What the suite has to know to drive writes. */
export interface WriteFacts {
  /** The call that makes a booking; a path may have `*` for one part. */
  create: { path: string; method: string }
  /** Fields of the simulator's own that make a booking request that waits for the host. */
  request?: Record<string, unknown>
  /** Makes one where that takes more than fields, and gives its id. */
  ask?(bench: Pick<Bench<TSchema>, 'simulator' | 'context'>, listing: ListingRecord): Promise<string>
  /** The same for an open inquiry. */
  inquiry?: Record<string, unknown>
  /** How an inquiry reads once it was pre-approved, where the vendor shows that as an offer. */
  approvedReads?: 'special_offer_sent'
  /** Threads that take messages; all of them unless told. */
  canWriteTo?(conversation: ConversationRecord): boolean
  /** false: files can be sent, but the vendor gives no address by which they could be shown again. */
  showsFiles?: boolean
  /** Reviews that can be answered; all of guests unless told. */
  canReply?(review: ReviewRecord): boolean
  /** How long the vendor looks at a reply before it shows it. */
  replyShowsAfterMs?: number
}

const writeNames: ReadonlySet<string> = new Set<keyof WriteOperations>([
  'reservationWrites',
  'requestAnswers',
  'preApprovals',
  'calendarWrites',
  'messageWrites',
  'reviewWrites',
  'guestWrites',
  'listingWrites',
])

/** Certifies a connector against its simulator. */
export function certify<C extends TSchema>(connector: Connector<C>, facts: VendorFacts): void {
  describe(`${connector.manifest.displayName} connector`, { concurrency: false }, () => {
    readSuite(connector, facts)
    changeSuite(connector, facts)
    failureSuite(connector, facts)
    budgetSuite(connector, facts)
    inboundSuite(connector, facts)
    const { start, ignored } = facts
    it('says what it leaves out exactly when it is a channel', () => {
      assert.equal(ignored !== undefined, connector.manifest.category === 'ota')
    })
    if (ignored !== undefined) fieldSuite(connector, { start, ignored })
    it('tells the suite how to drive its writes exactly when it has some', () => {
      const writes = Object.keys(connector.operations).some((name) => writeNames.has(name))
      assert.equal(facts.writes !== undefined, writes)
    })
    if (facts.writes === undefined) return
    reservationWriteSuite(connector, facts, facts.writes)
    otherWriteSuite(connector, facts, facts.writes)
    guestWriteSuite(connector, facts)
    if (connector.manifest.category !== 'ota') return
    writtenFaultSuite(connector, facts, facts.writes)
    contentFaultSuite(connector, facts)
    actionFaultSuite(connector, facts, facts.writes)
  })
}

/** The same connector with an account whose vendor has other endpoints for reservations, and is otherwise as it is: what they reach. */
export function certifyReservations<C extends TSchema>(connector: Connector<C>, facts: VendorFacts): void {
  describe(`${connector.manifest.displayName} connector`, { concurrency: false }, () => {
    readSuite(connector, facts)
    changeSuite(connector, facts)
    if (facts.writes) reservationWriteSuite(connector, facts, facts.writes)
  })
}
