/** What moves with a channel listing from one listing of ours to another. */
import { appendEvents, type Write } from '../../../platform/outbox.ts'
import { followStaysTo } from '../../../records/calendar/public.ts'
import { archiveListings } from '../../../records/listings/store-queries.ts'
import { publishReservations, shownNow } from '../../../records/reservations/publish.ts'
import { mergeOnListing, settleTwins } from '../../../records/reservations/twins/settle.ts'
import { moveStayInstants } from '../../../records/stays/instants.ts'
import { recordListingChange } from './hand-over.ts'
import {
  keepHere,
  mappedListing,
  moveChannelLink,
  moveStays,
  moveThreads,
  noteUnitName,
  repointLink,
  staysOfLink,
  type ChannelUnit,
  type MappedListing,
} from './map-queries.ts'
import { stopSelling } from './start-queries.ts'
import { reportLinkEnd } from './report-exposure.ts'

/** The listing that the channel's reading made of it. */
export const isKeeper = ({ keeper }: MappedListing, { connectionId, externalId }: ChannelUnit): boolean =>
  keeper.kind === 'connection' && keeper.connectionId === connectionId && keeper.externalId === externalId

/** What is open there stays open: nothing is written any more. */
export async function endSelling(write: Write, unit: ChannelUnit): Promise<void> {
  await reportLinkEnd(write, unit)
  await stopSelling(write.tx, write.scope, unit)
}

/** The listing that the channel's reading made stays, without the stays, as an archived one. Of the other its caller tells. */
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
  // Of what was one on the old listing, or is one on the new.
  await settleTwins(write, source, ids)
  await mergeOnListing(write, source, to)
}
