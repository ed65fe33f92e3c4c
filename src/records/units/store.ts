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

/** Stores rooms of listings, and asks again for stays that were stored before their room was known. */
export async function applyUnits(batch: RecordBatch, given: readonly UnitRecord[]): Promise<AppliedBatch> {
  const { tx, scope, connection, now } = batch
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
  if (candidates.length === 0) return emptyApplied
  await setWriteMoment(tx, now)
  const parents = candidates.flatMap(({ record }) => record.parentExternalId ?? [])
  const stored = await idsOfUnits(tx, scope, connection.id, [
    ...candidates.map(({ record }) => record.externalId),
    ...parents,
  ])
  const unknown = candidates.filter(({ record }) => !stored.has(record.externalId))
  const next = await newIds(tx, scope, 'units', unknown.length)
  const units = candidates.map((unit) => ({ ...unit, id: stored.get(unit.record.externalId) ?? next() }))
  const known = new Map([...stored, ...units.map(({ record, id }) => [record.externalId, id] as const)])
  const rows = units.map(({ record, hash, id }): UnitRow => {
    const parentId = record.parentExternalId ? known.get(record.parentExternalId) : null
    return {
      id,
      external_id: record.externalId,
      parent_id: parentId ?? null,
      name: record.name,
      active: record.active,
      housekeeping_status: record.housekeepingStatus ?? null,
      floor: record.floor ?? null,
      source: connection.provider,
      source_hash: parentId === undefined ? null : hash,
    }
  })
  const isNew = ({ external_id }: UnitRow) => !stored.has(external_id)
  await insertUnits(tx, scope, connection.id, rows.filter(isNew), now)
  await updateUnits(
    tx,
    scope,
    rows.filter((row) => !isNew(row)),
    now,
  )
  const listings = await listingRefs(
    tx,
    scope,
    connection.id,
    candidates.flatMap(({ record }) => record.listingExternalIds),
  )
  const links = units.flatMap(({ record, id }) =>
    record.listingExternalIds.flatMap((externalId) => {
      const listing = listings.get(externalId)
      return listing?.is_kept ? [{ listing_id: listing.id, unit_id: id }] : []
    }),
  )
  await linkUnits(
    tx,
    scope,
    rows.map(({ id }) => id),
    links,
  )
  const waiting =
    unknown.length > 0
      ? await staysWaitingForUnits(
          tx,
          scope,
          [...listings.values()].map(({ id }) => id),
        )
      : []
  return {
    changed: rows.length,
    failures: [],
    followUps: waiting.map((externalId) => ({ entity: 'reservations', externalId })),
  }
}
