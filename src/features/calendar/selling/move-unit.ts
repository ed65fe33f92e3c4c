/** Moves stays and threads with a channel listing from one of our listings to another. */
import { appendEvents, type Write } from '../../../platform/outbox.ts'
import { followStaysTo } from '../../../records/calendar/public.ts'
import { archiveListings } from '../../../records/listings/store-queries.ts'
import { publishReservations, shownNow } from '../../../records/reservations/publish.ts'
import { mergeOnListing, settleTwins } from '../../../records/reservations/twins/settle.ts'
import { moveStayInstants } from '../../../records/reservations/instants.ts'
import { recordListingChange } from './hand-over.ts'
import { mappedListing, type ChannelUnit, type MappedListing } from './map-queries.ts'
import { stopSelling } from './start-queries.ts'
import { reportLinkEnd } from './report-exposure.ts'
import { moveChannelLink } from '../../../records/listings/channel-link-queries.ts'
import { noteUnitName, repointLink } from '../../../records/listings/listing-link-queries.ts'
import { keepHere } from '../../../records/listings/native-listing-queries.ts'
import { moveStays, moveThreads, staysOfLink } from '../../../records/listings/move-link-queries.ts'

/** Whether the listing was created by the channel's own reading. */
export const isKeeper = ({ keeper }: MappedListing, { connectionId, externalId }: ChannelUnit): boolean =>
  keeper.kind === 'connection' && keeper.connectionId === connectionId && keeper.externalId === externalId

/** Stops writing to the channel; nights open there stay open. */
export async function endSelling(write: Write, unit: ChannelUnit): Promise<void> {
  await reportLinkEnd(write, unit)
  await stopSelling(write.tx, write.scope, unit)
}

/**
 * Moves stays and threads, and archives the listing that the channel's reading created. The caller reports the target
 * listing's change.
 */
export async function moveUnit(write: Write, unit: ChannelUnit, to: MappedListing): Promise<void> {
  const { tx, scope, at } = write
  const { connectionId, externalId, provider, listingId: from } = unit
  if (unit.sells) await endSelling(write, unit)
  const previous = await mappedListing(tx, scope, from)
  const wasKept = previous !== undefined && isKeeper(previous, unit)
  if (wasKept) await keepHere(tx, scope, from, at)
  const stays = await staysOfLink(tx, scope, connectionId, from)
  await moveThreads(tx, scope, { connectionId, from, to: to.id, at })
  await noteUnitName(tx, scope, unit)
  await repointLink(tx, scope, unit, to.id)
  await moveStaysTo(write, stays, to.id)
  await moveChannelLink(tx, scope, { provider, externalId, from, to: to.id, at })
  if (wasKept) {
    await archiveListings(write, [from])
    await recordListingChange(write, from, 'deleted', { archivedAt: null })
  }
}

async function moveStaysTo(write: Write, ids: readonly string[], to: string): Promise<void> {
  const { tx, scope, now, at } = write
  if (ids.length === 0) return
  const source = { now, origin: 'api', runId: null }
  const before = await shownNow(write, ids)
  const { events } = await followStaysTo(write, { ids, listingId: to }, async () => {
    await moveStays(tx, scope, ids, to, at)
    await moveStayInstants(write, [to])
    await publishReservations(write, source, { before, created: [], importing: null })
  })
  await appendEvents(write, events)
  // Settles twins of both the old listing and the new one.
  await settleTwins(write, source, ids)
  await mergeOnListing(write, source, to)
}
