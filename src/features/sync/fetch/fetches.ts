/** Reads a single record of every kind. */
import type { MessageRecord, UnitRecord } from '../../../contract/records.ts'
import type { RowFailure } from '../../../connector-kit/paginate.ts'
import { warningOf, warningsOf, type RowWarning } from '../../../connector-kit/tolerance/unread-fields.ts'
import type { CallLane } from '../../../connector-kit/ratelimit.ts'
import { noticeLane } from '../state/empty-notices.ts'
import { calendarEveryMs } from '../state/cadence.ts'
import { toStorable } from '../../../records/canonical.ts'
import { storedListing } from './fetched-queries.ts'
import { ensureInquiryThreads } from './inquiry-threads.ts'
import { ensureListings } from './known-listings.ts'
import { fetchNightsTogether } from './fetch-nights-together.ts'
import type { UpstreamStays } from '../reconcile/reconcile.ts'
import {
  emptyApplied,
  mergeApplied,
  type AppliedBatch,
  type RecordBatch,
  type FetchEntity,
} from '../../../records/batch.ts'
import { applyCalendar } from '../../../records/calendar/store.ts'
import { applyConversations } from '../../../records/conversations/store.ts'
import { applyListings } from '../../../records/listings/store.ts'
import { threads } from '../../../records/messages/store-queries.ts'
import { applyMessages } from '../../../records/messages/store.ts'
import { storeAllOrIsolate, storeOne } from '../../../records/isolate-bad-records.ts'
import { applyStays, removeStays } from '../../../records/stays/store.ts'
import { setWriteMoment } from '../../../platform/outbox.ts'
import { retireUnits } from '../../../records/units/store-queries.ts'
import { applyUnits } from '../../../records/units/store.ts'
import { contextOf, type SyncTurn } from '../state/turn.ts'
import { removeListings } from '../../../records/listings/remove-listings.ts'

/** A result that is ready to be stored in one transaction. */
export interface FetchedRecord {
  failures: RowFailure[]
  /** Records with fields that could not be read. */
  warnings?: RowWarning[]
  store(batch: RecordBatch): Promise<AppliedBatch>
  /** For a booking, the vendor's form to compare with ours. */
  upstream?: UpstreamStays
  /** True if the vendor has no such record. */
  isAbsent?: true
  /** The record is read again after this time without a request. */
  againAfterMs?: number
}

/** A fetcher returns `sweep` if the vendor cannot give a single record, so the list is read again. */
type EntityFetcher = (
  turn: SyncTurn,
  externalId: string,
  generation: number,
) => Promise<FetchedRecord | 'sweep'>

const laneOf = (turn: SyncTurn, entity: FetchEntity, lane: CallLane): CallLane =>
  noticeLane(turn.schedule.fairness.emptyNotices ?? {}, entity, lane)

const done: FetchedRecord = { failures: [], store: async () => emptyApplied }

export const fetchers: Record<FetchEntity, EntityFetcher> = {
  async listings(turn, externalId) {
    const one = turn.connector.operations.listings?.one
    if (!one) return 'sweep'
    const record = await one(contextOf(turn, laneOf(turn, 'listings', 'bookings')), externalId)
    if (record === null)
      return { failures: [], isAbsent: true, store: (batch) => removeListings(batch, [externalId]) }
    return {
      failures: [],
      warnings: warningsOf([record]),
      store: (batch) => storeAllOrIsolate(batch, [toStorable(record)], applyListings),
    }
  },

  async reservations(turn, externalId) {
    const one = turn.connector.operations.reservations?.one
    if (!one) return 'sweep'
    const record = await one(contextOf(turn, laneOf(turn, 'reservations', 'bookings')), externalId)
    if (record === null) {
      const upstream = { stays: [], gone: [externalId] }
      return {
        failures: [],
        isAbsent: true,
        upstream,
        store: (batch) => removeStays(batch, [externalId]),
      }
    }
    await ensureListings(turn, record.listingExternalId ? [record.listingExternalId] : [])
    if (record.kind === 'inquiry') await ensureInquiryThreads(turn, [record])
    const stay = toStorable(record)
    return {
      failures: [],
      warnings: warningsOf([record]),
      upstream: { stays: [stay], gone: [] },
      store: (batch) => storeOne(batch, stay, applyStays),
    }
  },

  async conversations(turn, externalId) {
    const { conversations } = turn.connector.operations
    if (!conversations?.one) return 'sweep'
    const record = await conversations.one(
      contextOf(turn, laneOf(turn, 'conversations', 'messages')),
      externalId,
    )
    if (record === null) return { ...done, isAbsent: true }
    return {
      failures: [],
      warnings: warningsOf([record]),
      store: async (batch) => {
        const stored = await storeAllOrIsolate(batch, [toStorable(record)], applyConversations)
        // A new message may not change the thread itself, so messages are read too.
        return { ...stored, followUps: [...stored.followUps, { entity: 'messages', externalId }] }
      },
    }
  },

  async messages(turn, externalId, generation) {
    const { services } = turn.environment
    const known = await threads(services.db, turn.scope, turn.connection.id, [externalId])
    const thread = known.size > 0 ? done : await fetchers.conversations(turn, externalId, generation)
    const found = await everyMessage(turn, externalId, known.get(externalId)?.listing_external_id ?? null)
    return {
      failures: found.failures,
      warnings: found.warnings,
      store: async (batch) => {
        const first = thread === 'sweep' ? emptyApplied : { ...(await thread.store(batch)), followUps: [] }
        return mergeApplied([first, await storeAllOrIsolate(batch, found.records, applyMessages)])
      },
    }
  },

  async units(turn, externalId) {
    const listing = await storedListing(
      turn.environment.services.db,
      turn.scope,
      turn.connection.id,
      externalId,
    )
    if (!listing) return done
    const found = await everyUnit(turn, { ...listing, externalId })
    const isComplete = found.failures.length === 0
    return {
      failures: found.failures,
      warnings: found.warnings,
      store: async (batch) => {
        const stored = await storeAllOrIsolate(batch, found.records, applyUnits)
        const kept = found.records.map((unit) => unit.externalId)
        if (isComplete) await setWriteMoment(batch.tx, batch.now)
        const retired = isComplete ? await retireUnits(batch.tx, batch.scope, listing.id, kept, batch.now) : 0
        return { ...stored, changed: stored.changed + retired }
      },
    }
  },

  async calendar(turn, externalId, generation) {
    const { calendar } = turn.connector.operations
    const { db } = turn.environment.services
    const listing = await storedListing(db, turn.scope, turn.connection.id, externalId)
    if (!calendar || !listing || listing.archived) return done
    const { unitCount } = listing
    const wanted = { externalId, unitCount, generation }
    const { days, reading, restAfterMs } = await fetchNightsTogether(turn, calendar, wanted)
    return {
      failures: [],
      warnings: warningOf(externalId, days),
      store: async (batch) => {
        const changed = await applyCalendar(batch, externalId, toStorable(days), {
          reading,
          isWhole: restAfterMs === undefined,
        })
        return { ...emptyApplied, changed }
      },
      againAfterMs: restAfterMs ?? calendarEveryMs,
    }
  },

  reviews: async () => 'sweep',
}

async function everyMessage(
  turn: SyncTurn,
  conversationExternalId: string,
  listingExternalId: string | null,
) {
  const { messages } = turn.connector.operations
  const records: MessageRecord[] = []
  const failures: RowFailure[] = []
  const warnings: RowWarning[] = []
  if (!messages) return { records, failures, warnings }
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
    const page = await messages.page(contextOf(turn, 'messages'), {
      conversationExternalId,
      listingExternalId,
      cursor,
    })
    records.push(...page.records.map((record) => toStorable(record)))
    failures.push(...page.failures)
    warnings.push(...warningsOf(page.records))
    if (page.next !== null && page.next === cursor)
      throw new Error('the list of messages goes round in circles')
    cursor = page.next
  }
  return { records, failures, warnings }
}

async function everyUnit(
  turn: SyncTurn,
  listing: { externalId: string; model: 'home' | 'hotel'; name: string; unitCount: number },
) {
  const { units } = turn.connector.operations
  const records: UnitRecord[] = []
  const failures: RowFailure[] = []
  const warnings: RowWarning[] = []
  if (!units) return { records, failures, warnings }
  const { externalId, model, name, unitCount } = listing
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
    const page = await units.page(contextOf(turn, 'history'), {
      listing: { externalId, model, name, unitCount },
      cursor,
    })
    records.push(...page.records.map((record) => toStorable(record)))
    failures.push(...page.failures)
    warnings.push(...warningsOf(page.records))
    if (page.next !== null && page.next === cursor) throw new Error('the list of units goes round in circles')
    cursor = page.next
  }
  return { records, failures, warnings }
}
