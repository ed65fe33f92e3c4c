/** Maps channel listings to listings, and says whether our calendar is written there. */
import { isDeepStrictEqual } from 'node:util'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { openWrite, type Write } from '../../../platform/outbox.ts'
import { lockCalendars } from '../../../records/calendar/public.ts'
import type { ConnectionKeeper } from '../../../records/listings/keeper.ts'
import { shownChannels } from '../../../records/listings/revise-queries.ts'
import type { Services } from '../../../services.ts'
import { readSoon } from '../../sync/public.ts'
import { takeSchedule } from '../../../upstream/connections/schedule-queries.ts'
import { handOver, recordListingChange } from './hand-over.ts'
import {
  channelUnits,
  mappedListing,
  otherUnits,
  type ChannelUnit,
  type MappedListing,
} from './map-queries.ts'
import {
  singleListingChannels,
  problemOf,
  calendarWriterOf,
  goesOnSelling,
  type MappingProblem,
  type TakeOverMode,
} from './map-rules.ts'
import { endSelling, isKeeper, moveUnit } from './move-unit.ts'
import { updateMendsDrift, startSelling } from './start-queries.ts'
import {
  insertManagerLink,
  updateSyncEnabled,
  removeLink,
} from '../../../records/listings/channel-link-queries.ts'
import { noteUnitName } from '../../../records/listings/listing-link-queries.ts'

export interface MappedUnit {
  alreadyMapped: boolean
  /** null: no listing, until the next reading creates one for it. */
  listingId: string | null
  /** The listing that a reading created for it is ours from now on. */
  created: boolean
  previousListingId: string | null
  /** Whether our calendar is written there now. */
  sells: boolean
  /** The PMS that writes the channel calendar in our place. */
  writtenBy: string | null
  /** Whether changes made there by hand are overwritten; null: our calendar is not written there. */
  mendsDrift: boolean | null
}

/** Stands for a listing's id: creates a listing from the unit. A unit already mapped keeps its listing. */
export const newListing = 'create'

export interface UnitMappingRequest {
  unit: ChannelUnit
  /** The listing's id or `newListing`; null: unmap it. */
  listingId: string | null
  /** Our calendar is to be written there. */
  sells: boolean
  /** Also applies to a listing that a PMS keeps. Defaults to `no`. */
  takeOver?: TakeOverMode
  /** Left out, it stays as it is; for a new link it is true. */
  mendsDrift?: boolean | undefined
}

export type UnitMappingDeps = Pick<Services, 'clock' | 'connectors'>

/** Runs in the caller's transaction, which must not hold locks yet. An invalid mapping changes nothing; the others are stored. */
export async function mapUnits(
  tx: Queryable,
  scope: Scope,
  services: UnitMappingDeps,
  requests: readonly UnitMappingRequest[],
): Promise<(MappedUnit | MappingProblem)[]> {
  const connections = new Set<string>()
  for (const { unit, listingId } of requests) {
    connections.add(unit.connectionId)
    if (listingId === null || listingId === newListing) continue
    const keeper = (await mappedListing(tx, scope, listingId))?.keeper
    if (keeper?.kind === 'connection') connections.add(keeper.connectionId)
  }
  await lockCalendars(tx, scope)
  // Take schedules one at a time: readings of these accounts are stored before or after.
  for (const connectionId of [...connections].toSorted()) await takeSchedule(tx, scope, connectionId)
  const write = await openWrite(tx, scope, services.clock.now())
  const results: (MappedUnit | MappingProblem)[] = []
  for (const one of requests) {
    // Another caller may have mapped it meanwhile.
    const unit = await reloadUnit(tx, scope, one.unit)
    const listingId = one.listingId === newListing ? unit.listingId : one.listingId
    const result =
      listingId === null
        ? await unmap(write, services, unit)
        : await mapToListing(write, services.connectors, {
            unit,
            listingId,
            sells: one.sells,
            takeOver: one.takeOver ?? 'no',
            mendsDrift: one.mendsDrift ?? unit.mendsDrift ?? true,
          })
    results.push(result)
  }
  return results
}

export async function mapUnit(
  tx: Queryable,
  scope: Scope,
  services: UnitMappingDeps,
  request: UnitMappingRequest,
): Promise<MappedUnit | MappingProblem> {
  const [mapped] = await mapUnits(tx, scope, services, [request])
  if (!mapped) throw new Error('one mapping was asked for, and none was answered')
  return mapped
}

type CompleteMappingRequest = Required<UnitMappingRequest> & { listingId: string; mendsDrift: boolean }

async function mapToListing(
  write: Write,
  connectors: Services['connectors'],
  { unit, listingId, sells, takeOver, mendsDrift }: CompleteMappingRequest,
): Promise<MappedUnit | MappingProblem> {
  const { tx, scope } = write
  const listing = await mappedListing(tx, scope, listingId)
  const [other] = singleListingChannels.has(unit.provider) ? await otherUnits(tx, scope, listingId, unit) : []
  const problem = problemOf({ unit, listing, sells, takeOver, other, connectors })
  if (problem || !listing) return problem ?? { kind: 'no listing' }
  const pms = calendarWriterOf(listing, unit, connectors)
  const writer = sells && takeOver !== 'no' ? null : pms
  const isWritten = sells && writer === null
  const mapped = {
    ...{ listingId, sells: isWritten, writtenBy: writer, previousListingId: null, created: false },
    mendsDrift: isWritten ? mendsDrift : null,
  }
  if (unit.listingId === listingId && unit.sells === isWritten) {
    const alreadyMapped = unit.mendsDrift === mapped.mendsDrift
    if (!alreadyMapped) await updateMendsDrift(tx, scope, unit, { mends: mendsDrift, now: write.now })
    return { ...mapped, alreadyMapped }
  }
  const created = isWritten && isKeeper(listing, unit)
  if (created) await noteUnitName(tx, scope, unit)
  const left = isWritten && listing.keeper.kind === 'connection' ? listing.keeper : null
  if (left)
    await handOver(write, listingId, left, { sellsThere: !created && goesOnSelling(left, connectors) })
  if (unit.listingId !== listingId) await moveUnit(write, unit, listing)
  if (isWritten && connectors[unit.provider]?.manifest.isChannelManager === true)
    await insertManagerLink(tx, scope, unit, write.at)
  if (isWritten) await startSelling(tx, scope, unit, { listingId, mendsDrift, now: write.now })
  else if (unit.sells) await endSelling(write, unit)
  if (!isWritten && pms === null) await updateSyncEnabled(tx, scope, unit, { enabled: false, now: write.now })
  await recordMappingChange(write, listing, left)
  const previousListingId = unit.listingId === listingId ? null : unit.listingId
  return { ...mapped, alreadyMapped: false, created, previousListingId }
}

/** Records in the listing's history and events where it was sold and who kept it. */
async function recordMappingChange(
  write: Write,
  { id, channels }: MappedListing,
  left: ConnectionKeeper | null,
): Promise<void> {
  const shown = await shownChannels(write.tx, write.scope, [id])
  const previous = {
    ...(left ? { channel: left.provider, externalListingId: left.externalId } : {}),
    ...(isDeepStrictEqual(shown.get(id), channels) ? {} : { channels }),
  }
  if (Object.keys(previous).length > 0) await recordListingChange(write, id, 'updated', previous)
}

/** Unmaps the unit and schedules a reading, which creates a listing with the bookings from then on. */
async function unmap(write: Write, services: UnitMappingDeps, unit: ChannelUnit): Promise<MappedUnit> {
  const { tx, scope } = write
  const listing = await mappedListing(tx, scope, unit.listingId)
  const result = { listingId: null, created: false, sells: false, writtenBy: null, mendsDrift: null }
  if (listing && isKeeper(listing, unit)) return { ...result, alreadyMapped: true, previousListingId: null }
  if (unit.sells) await endSelling(write, unit)
  await removeLink(tx, scope, unit)
  if (listing) await recordListingChange(write, listing.id, 'updated', { channels: listing.channels })
  const connector = services.connectors[unit.provider]
  if (connector) {
    const source = { services, scope, connection: { id: unit.connectionId }, connector }
    await readSoon(tx, source, [{ entity: 'listings', externalId: unit.externalId }])
  }
  return { ...result, alreadyMapped: false, previousListingId: unit.listingId }
}

async function reloadUnit(tx: Queryable, scope: Scope, known: ChannelUnit): Promise<ChannelUnit> {
  const { provider, connectionId, externalId } = known
  const [unit = known] = await channelUnits(tx, scope, provider, { connectionId, externalId })
  return unit
}
