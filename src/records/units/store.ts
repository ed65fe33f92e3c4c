import type { UnitRecord } from '../../contract/records.ts'
import { setWriteMoment } from '../../platform/outbox.ts'
import { newIds } from '../../platform/tenant.ts'
import { contentHash } from '../canonical.ts'
import { keepLastOfEach, emptyApplied, type AppliedBatch, type RecordBatch } from '../batch.ts'
import { listingRefs, storedHashes } from '../lookup-queries.ts'
import {
  idsOfUnits,
  insertUnits,
  linkUnits,
  staysWaitingForUnits,
  updateUnits,
  type UnitRow,
} from './store-queries.ts'

interface UnitCandidate {
  record: UnitRecord
  hash: string
}

type UnitWithId = UnitCandidate & { id: string }

/** Stores rooms of listings, and asks again for stays that were stored before their room was known. */
export async function applyUnits(batch: RecordBatch, given: readonly UnitRecord[]): Promise<AppliedBatch> {
  const { tx, scope, connection } = batch
  const records = keepLastOfEach(given)
  if (records.length === 0) return emptyApplied
  const hashes = await storedHashes(
    tx,
    scope,
    'units',
    connection.id,
    records.map(({ externalId }) => externalId),
  )
  const candidates = records
    .map((record) => ({ record, hash: contentHash(record) }))
    .filter(({ record, hash }) => hashes.get(record.externalId) !== hash)
  return candidates.length === 0 ? emptyApplied : storeUnits(batch, candidates)
}

async function storeUnits(batch: RecordBatch, candidates: readonly UnitCandidate[]): Promise<AppliedBatch> {
  const { tx, scope, connection, now } = batch
  await setWriteMoment(tx, now)
  const stored = await idsOfUnits(tx, scope, connection.id, [
    ...candidates.map(({ record }) => record.externalId),
    ...candidates.flatMap(({ record }) => record.parentExternalId ?? []),
  ])
  const isAdded = (externalId: string) => !stored.has(externalId)
  const addedCount = candidates.filter(({ record }) => isAdded(record.externalId)).length
  const next = await newIds(tx, scope, 'units', addedCount)
  const units = candidates.map((unit) => ({ ...unit, id: stored.get(unit.record.externalId) ?? next() }))
  const ids = new Map([...stored, ...units.map(({ record, id }) => [record.externalId, id] as const)])
  const rows = units.map((unit) => toRow(connection.provider, unit, ids))
  const added = rows.filter((row) => isAdded(row.external_id))
  await insertUnits(tx, scope, connection.id, added, now)
  const changed = rows.filter((row) => !isAdded(row.external_id))
  await updateUnits(tx, scope, changed, now)
  const listingIds = await linkToListings(batch, units)
  const waiting = addedCount > 0 ? await staysWaitingForUnits(tx, scope, listingIds) : []
  return {
    changed: rows.length,
    failures: [],
    followUps: waiting.map((externalId) => ({ entity: 'reservations', externalId })),
  }
}

function toRow(
  provider: string,
  { record, hash, id }: UnitWithId,
  ids: ReadonlyMap<string, string>,
): UnitRow {
  const parentId = record.parentExternalId ? ids.get(record.parentExternalId) : null
  return {
    id,
    external_id: record.externalId,
    parent_id: parentId ?? null,
    name: record.name,
    active: record.active,
    housekeeping_status: record.housekeepingStatus ?? null,
    floor: record.floor ?? null,
    source: provider,
    source_hash: parentId === undefined ? null : hash,
  }
}

/** Links the units with the listings they are rooms of. Answers the ids of all listings that were named. */
async function linkToListings(
  { tx, scope, connection }: RecordBatch,
  units: readonly UnitWithId[],
): Promise<string[]> {
  const named = units.flatMap(({ record }) => record.listingExternalIds)
  const listings = await listingRefs(tx, scope, connection.id, named)
  const links = units.flatMap(({ record, id }) =>
    record.listingExternalIds.flatMap((externalId) => {
      const listing = listings.get(externalId)
      return listing?.is_kept ? [{ listing_id: listing.id, unit_id: id }] : []
    }),
  )
  const unitIds = units.map(({ id }) => id)
  await linkUnits(tx, scope, unitIds, links)
  return [...listings.values()].map(({ id }) => id)
}
