/** One step counts a page of a list, or of records within one record. Only ids are stored. */
import type { UnitRecord } from '../../../contract/records.ts'
import type { VendorPage } from '../../../connector-kit/connector.ts'
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import { threads } from '../../../records/messages/store-queries.ts'
import { storedListing } from '../fetch/fetched-queries.ts'
import { isRecordsFault } from '../fetch/fetch-step.ts'
import { insertSeen, type SyncRunRow } from '../state/run-queries.ts'
import { endPart, noteError, progressOf, saveRun, startMeter } from '../run/runs.ts'
import type { WalkEntity } from '../state/cadence.ts'
import { commit, contextOf, type SyncTurn } from '../state/turn.ts'
import { walks } from '../walk/walks.ts'
import { nextCounted } from '../run/count-queries.ts'
import { countedWithin, idWithin, isWithin, leftOutOf, type CountRange } from '../run/what-is-counted.ts'

interface CountFindings {
  ids: string[]
  /** Ids of rows that need no storing. */
  leftOut: string[]
  next: string | null
  /** A record whose inner records cannot be read, with the reason. */
  problem?: { externalId: string; message: string }
}

export async function runCountStep(turn: SyncTurn, run: SyncRunRow, entity: string): Promise<void> {
  const { cursor, walked } = run.resume[entity] ?? { cursor: null, walked: false }
  if (walked) return endPart(run, entity)
  const measure = startMeter(turn)
  const found = isWithin(entity)
    ? await countWithin(turn, run, entity, cursor)
    : await countList(turn, entity as WalkEntity, cursor)
  if (found.next !== null && found.next === cursor)
    throw new Error(`the list of ${entity} goes round in circles`)
  const draft = await commit(turn, { origin: 'sync:count', runId: run.id }, async ({ tx, scope, now }) => {
    const draft = structuredClone(run)
    const progress = progressOf(draft, entity)
    const seen = (name: string, ids: readonly string[]) => insertSeen(tx, scope, run.id, name, ids)
    const leftOut = await seen(leftOutOf(entity), found.leftOut)
    progress.seen += leftOut + (await seen(entity, found.ids))
    if (leftOut > 0) progress.leftOut = (progress.leftOut ?? 0) + leftOut
    if (found.problem) {
      progress.failed += 1
      noteError(draft, { entity, ...found.problem }, turn)
    }
    measure(progress)
    draft.resume[entity] = { cursor: found.next, walked: found.next === null }
    Object.assign(draft, { state: 'running', failures: 0 })
    await saveRun(turn, draft, tx, now)
    return draft
  })
  Object.assign(run, draft)
}

async function countList(turn: SyncTurn, entity: WalkEntity, cursor: string | null): Promise<CountFindings> {
  const context = contextOf(turn, 'history')
  const page = await walks[entity].page(turn.connector.operations, context, { cursor, since: null })
  const leftOut = (page.stays ?? []).flatMap(({ kind, externalId }) => (kind === 'block' ? externalId : []))
  const isLeftOut = new Set(leftOut)
  return { ids: page.externalIds.filter((id) => !isLeftOut.has(id)), leftOut, next: page.next }
}

/** The record being counted, and the cursor within it. */
interface CountCursor {
  parent: string
  inner: string | null
}

async function countWithin(
  turn: SyncTurn,
  run: SyncRunRow,
  entity: CountRange,
  cursor: string | null,
): Promise<CountFindings> {
  const at = cursor === null ? null : (JSON.parse(cursor) as CountCursor)
  const parent = at?.inner != null ? at.parent : await parentAfter(turn, run, entity, at?.parent ?? null)
  if (parent === undefined) return { ids: [], leftOut: [], next: null }
  const next = (inner: string | null) => JSON.stringify({ parent, inner } satisfies CountCursor)
  try {
    const page = await pagesWithin[entity](turn, parent, at?.inner ?? null)
    const ids = [...page.records, ...page.failures].map(({ externalId }) =>
      idWithin[entity](parent, externalId),
    )
    return { ids, leftOut: [], next: next(page.next) }
  } catch (error) {
    if (!(error instanceof VendorError) || !isRecordsFault(error)) throw error
    return { ids: [], leftOut: [], next: next(null), problem: { externalId: parent, message: error.message } }
  }
}

const parentAfter = (turn: SyncTurn, run: SyncRunRow, entity: CountRange, after: string | null) =>
  nextCounted(turn.environment.services.db, turn.scope, {
    runId: run.id,
    entity: countedWithin[entity],
    after,
  })

type CountedIds = Pick<VendorPage<{ externalId: string }>, 'records' | 'failures' | 'next'>

const nothing: CountedIds = { records: [], failures: [], next: null }

const pagesWithin: Record<
  CountRange,
  (turn: SyncTurn, parent: string, cursor: string | null) => Promise<CountedIds>
> = {
  async messages(turn, conversationExternalId, cursor) {
    const { messages } = turn.connector.operations
    if (!messages) return nothing
    const { db } = turn.environment.services
    const known = await threads(db, turn.scope, turn.connection.id, [conversationExternalId])
    const listingExternalId = known.get(conversationExternalId)?.listing_external_id ?? null
    return messages.page(contextOf(turn, 'history'), { conversationExternalId, listingExternalId, cursor })
  },

  /** Only hotels have rooms, so the vendor is not asked for a home's. */
  async units(turn, externalId, cursor): Promise<VendorPage<UnitRecord> | CountedIds> {
    const { units } = turn.connector.operations
    const { db } = turn.environment.services
    const listing = await storedListing(db, turn.scope, turn.connection.id, externalId)
    if (!units || listing?.model !== 'hotel') return nothing
    return units.page(contextOf(turn, 'history'), { listing: { ...listing, externalId }, cursor })
  },
}
