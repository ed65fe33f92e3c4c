/** Decides anew about pairs of sources after a change: who is shown, who stands alone, and which events follow. */
import { appendEvents, type Write } from '../../../platform/outbox.ts'
import { nightsFollow, storedStays } from '../../calendar/public.ts'
import { storeTexts } from '../shown.ts'
import { publishConflicts, publishReservations, shownNow, type PublishSource } from '../publish.ts'
import {
  codedStaysOf,
  updateExchangedTwins,
  updateMergedTwins,
  pairRows,
  updatePartedTwins,
  secondsOf,
  secondsOfAccount,
  type PairRow,
} from './queries.ts'
import { codedSources, isSameBooking, leadsOver, pairsOf } from './rules.ts'

/** The ids must be of second sources. */
export async function settleSeconds(
  write: Write,
  source: PublishSource,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const pairs = await pairRows(write.tx, write.scope, ids)
  const parting = pairs.filter(({ second, shown }) => !isSameBooking(second, shown))
  const staying = pairs.filter(({ second, shown }) => isSameBooking(second, shown))
  await refresh(write, source, staying)
  await letGo(write, source, parting)
}

/** Settles these records, whichever source's row they stand in. */
export async function settleTwins(
  write: Write,
  source: PublishSource,
  ids: readonly string[],
): Promise<void> {
  await settleSeconds(write, source, await secondsOf(write.tx, write.scope, ids))
}

/** When an account is disconnected or reports again, another source of its stays may lead. */
export async function settleAccount(
  write: Write,
  source: PublishSource,
  connectionId: string,
): Promise<void> {
  await settleSeconds(write, source, await secondsOfAccount(write.tx, write.scope, connectionId))
}

/** Renders the record anew from both sources, exchanging them if the second one leads now. */
async function refresh(write: Write, source: PublishSource, pairs: readonly PairRow[]): Promise<void> {
  if (pairs.length === 0) return
  const { tx, scope } = write
  const taking = pairs.filter(({ second, shown }) => leadsOver(second, shown))
  const ids = pairs.map(({ shownId }) => shownId)
  const before = await shownNow({ tx, scope, now: source.now }, ids)
  const old = await storedStays(
    tx,
    scope,
    taking.map(({ shownId }) => shownId),
    source.now,
  )
  const coming = taking.map((pair) => comingOf(pair, pair.shownId))
  const { events } = await nightsFollow(write, { old, coming, quietFor: null }, async () => {
    if (taking.length > 0) {
      await updateExchangedTwins(tx, scope, taking)
      await storeTexts(
        tx,
        scope,
        taking.map(({ id }) => id),
      )
    }
    await publishReservations(write, source, { before, created: [], importing: null })
  })
  await appendEvents(write, events)
}

/** Parted records get events as new ones, since nobody knew their ids. */
async function letGo(write: Write, source: PublishSource, pairs: readonly PairRow[]): Promise<void> {
  if (pairs.length === 0) return
  const { tx, scope } = write
  const ids = pairs.map(({ id }) => id)
  const coming = pairs.map((pair) => comingOf(pair, pair.id))
  const shownIds = pairs.map(({ shownId }) => shownId)
  const before = await shownNow({ tx, scope, now: source.now }, shownIds)
  const { events } = await nightsFollow(write, { old: [], coming, quietFor: null }, async () => {
    await updatePartedTwins(tx, scope, ids)
    const created = ids.map((id) => ({ id, isNews: true }))
    await publishReservations(write, source, { before, created, importing: null })
  })
  await appendEvents(write, events)
}

const comingOf = ({ second, stayStatus, lapsesAt }: PairRow, id: string) => ({
  id,
  listing_id: second.listingId,
  check_in: second.checkIn,
  check_out: second.checkOut,
  status: stayStatus,
  lapses_at: lapsesAt,
})

/** Stays of different accounts are now of one listing. Those that are one booking become the record known first. */
export async function mergeOnListing(write: Write, source: PublishSource, listingId: string): Promise<void> {
  const { tx, scope } = write
  const stays = await codedStaysOf(tx, scope, listingId, codedSources)
  const accounts = [...new Set(stays.map(({ connectionId }) => connectionId))]
  const [first = '', ...others] = accounts
  const pairs = [
    ...pairsOf(
      stays.filter(({ connectionId }) => others.includes(connectionId)),
      stays.filter(({ connectionId }) => connectionId === first),
    ),
  ].map(([a, b]) => (Number(a.id) < Number(b.id) ? { id: b.id, shownId: a.id } : { id: a.id, shownId: b.id }))
  if (pairs.length === 0) return
  const ids = pairs.map(({ id }) => id)
  // The second source gives up its nights, and the record goes on holding them.
  const old = await storedStays(tx, scope, ids, source.now)
  const { events } = await nightsFollow(write, { old, coming: [], quietFor: null }, () =>
    updateMergedTwins(tx, scope, pairs, write.at),
  )
  await appendEvents(write, events)
  await settleSeconds(write, source, ids)
  await publishConflicts(write, source, [listingId], { importing: null })
}
