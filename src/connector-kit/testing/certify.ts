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

/** The suite needs these facts to drive a vendor's simulator. */
export interface VendorFacts {
  start: StartSimulator
  /** A booking with these fields has a status that the vendor does not have. */
  unknownStatus: Record<string, unknown>
  /** The API must show these fields after a change. */
  amendment: Record<string, unknown>
  /** The id has the vendor's form, but nothing has it. */
  missingId: string
  /** Access tokens come from this path; absent for credentials that are sent with every call. */
  tokenPath?: string
  /** No call that reads carries these credentials, so probing cannot find a wrong one. */
  unprobed?: readonly string[]
  /** This header proves a delivery. */
  inboundProof?: string
  /** This account has no access to these paths, so the simulator may refuse them once. */
  closed?: RegExp
  /** The connector leaves these fields of answers unread for a reason; channels must list all of them. */
  ignored?: readonly IgnoredFields[]
  /** Present exactly when the connector writes. */
  writes?: WriteFacts
  /** Channels that take listing content state it here, section by section. */
  content?: ListingContentFacts
  /** Channels that take a whole property's content state it here. */
  propertyContent?: PropertyContentFacts
}

/** The suite needs these facts to drive writes. */
export interface WriteFacts {
  /** This call makes a booking; a path may have `*` for one part. */
  create: { path: string; method: string }
  /** Some vendors hold a booking until somebody confirms it there; the default is `confirmed`. */
  bookedAs?: 'pending'
  /** The simulator makes a booking request that waits for the host of these fields of its own. */
  request?: Record<string, unknown>
  /** Makes a request and returns its id, where that takes more than fields. */
  ask?(bench: Pick<Bench<TSchema>, 'simulator' | 'context'>, listing: ListingRecord): Promise<string>
  /** The simulator makes an open inquiry of these fields. */
  inquiry?: Record<string, unknown>
  /** Some vendors show a pre-approved inquiry as an offer. */
  approvedReads?: 'special_offer_sent'
  /** Only these threads take messages; the default is all. */
  canWriteTo?(conversation: ConversationRecord): boolean
  /** False if files can be sent, but the vendor gives no address to show them by. */
  showsFiles?: boolean
  /** Only these reviews can be answered; the default is all by guests. */
  canReply?(review: ReviewRecord): boolean
  /** The vendor reviews a reply for this long before it shows it. */
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

/** Certifies only the reservations of a connector, for accounts whose vendor has other endpoints for them. */
export function certifyReservations<C extends TSchema>(connector: Connector<C>, facts: VendorFacts): void {
  describe(`${connector.manifest.displayName} connector`, { concurrency: false }, () => {
    readSuite(connector, facts)
    changeSuite(connector, facts)
    if (facts.writes) reservationWriteSuite(connector, facts, facts.writes)
  })
}
