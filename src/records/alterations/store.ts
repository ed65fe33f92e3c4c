/** Vendors send requested changes of a booking with the booking, so they are stored in the same transaction. */
import type { AlterationRecord, ReservationRecord } from '../../contract/records.ts'
import type { EventData } from '../../contract/events.ts'
import { appendEvents, type NewEvent, type Write } from '../../platform/outbox.ts'
import { accountBlocks } from '../account-queries.ts'
import type { StoredConnection } from '../batch.ts'
import { eventOf } from '../events.ts'
import { isBookingNews } from '../news.ts'
import {
  knownAlterations,
  upsertAlterations,
  type AlterationRow,
  type OriginalStay,
} from './store-queries.ts'

/** A booking that was just stored, with what it was before. */
export interface AlteredStay {
  record: ReservationRecord
  reservationId: string
  listingId: string
  accountId: string | null
  isActive: boolean
  before: { check_in: string; check_out: string } | undefined
}

const countOf = ({ occupancy }: ReservationRecord): number | null => {
  if (!occupancy) return null
  const { total, adults, children } = occupancy
  return total ?? (adults == null ? null : adults + (children ?? 0))
}

/** An unanswered request leaves the booking as it was; after an accepted one only the earlier nights are known. */
function originalOf({ record, before }: AlteredStay, { status }: AlterationRecord): OriginalStay {
  if (status !== 'accepted') {
    const { checkIn, checkOut, totalPrice } = record
    return { checkIn, checkOut, guestCount: countOf(record), totalPrice }
  }
  return before === undefined ? {} : { checkIn: before.check_in, checkOut: before.check_out }
}

const toAlterationRow = (stay: AlteredStay, alteration: AlterationRecord): AlterationRow => ({
  external_id: alteration.externalId,
  reservation_id: stay.reservationId,
  status: alteration.status,
  initiator: alteration.initiator,
  original: originalOf(stay, alteration),
  check_in: alteration.checkIn,
  check_out: alteration.checkOut,
  guest_count: alteration.guestCount,
  total_price: alteration.totalPrice,
  listing_external_id: alteration.listingExternalId,
  source_status: alteration.sourceStatus,
  requested_at: alteration.requestedAt,
  responded_at: alteration.respondedAt,
})

type AlterationChanges = EventData<'reservation.alteration.created'>['changes']

/** Lists only the fields that change; what a field was before may be unknown. */
function changesIn(row: AlterationRow): AlterationChanges {
  const { original: was } = row
  const change = <T>(from: T | null | undefined, to: T | null) =>
    to === null || from === to ? undefined : { from: from ?? null, to }
  const number = (text: string | null | undefined) => (text == null ? null : Number(text))
  const all = {
    checkIn: change(was.checkIn, row.check_in),
    checkOut: change(was.checkOut, row.check_out),
    guestCount: change(was.guestCount, row.guest_count),
    totalPrice: change(number(was.totalPrice), number(row.total_price)),
  }
  return Object.fromEntries(
    Object.entries(all).filter(([, found]) => found !== undefined),
  ) as AlterationChanges
}

/** The channel, listing and account that an alteration belongs to. */
export interface AlterationPlace {
  channel: string
  listingId: string
  accountId: string | null
}

interface ChangedAlteration extends AlterationPlace {
  row: AlterationRow
  id: string
  /** The status that was stored before; undefined if there was none. */
  before: string | undefined
}

async function alterationEvents(
  { tx, scope, at }: Write,
  told: readonly ChangedAlteration[],
): Promise<NewEvent[]> {
  if (told.length === 0) return []
  const accounts = await accountBlocks(
    tx,
    scope,
    told.map(({ accountId }) => accountId),
  )
  return told.flatMap(({ row, id, before, channel, listingId, accountId }) => {
    const about = {
      object: { type: 'alteration', id, revision: before === undefined ? 1 : 2 },
      orderKey: `reservation:${row.reservation_id}`,
      listingId,
      account: accounts.get(accountId) ?? null,
    }
    const object = {
      ...{ id, alterationId: row.external_id, channel, reservationId: row.reservation_id },
      customerId: scope.workspaceId,
      status: row.status as 'pending' | 'accepted' | 'declined' | 'cancelled',
      initiator: row.initiator as 'guest' | 'host' | null,
    }
    const respondedAt =
      row.responded_at === null ? at.toISOString() : new Date(row.responded_at).toISOString()
    const isAnswered = row.status !== 'pending' && (before === undefined || before === 'pending')
    return [
      ...(before === undefined
        ? [eventOf('reservation.alteration.created', { ...about, data: { object, changes: changesIn(row) } })]
        : []),
      ...(isAnswered
        ? [eventOf('reservation.alteration.responded', { ...about, data: { object, respondedAt } })]
        : []),
    ]
  })
}

/** Returns the events. A first import tells only of requests made since the account was connected. */
export async function storeAlterations(
  write: Write,
  connection: StoredConnection,
  stays: readonly AlteredStay[],
): Promise<NewEvent[]> {
  const rows = stays.flatMap((stay) =>
    (stay.record.alterations ?? []).map((alteration) => ({ stay, row: toAlterationRow(stay, alteration) })),
  )
  if (rows.length === 0) return []
  const { tx, scope, at } = write
  const externalIds = rows.map(({ row }) => row.external_id)
  const known = await knownAlterations(tx, scope, connection.id, externalIds)
  const stored = await upsertAlterations(
    tx,
    scope,
    connection.id,
    rows.map(({ row }) => row),
    at,
  )
  return alterationEvents(
    write,
    rows.flatMap(({ stay, row }): ChangedAlteration[] => {
      const id = stored.get(row.external_id)
      const isNews = isBookingNews(row.requested_at, connection)
      if (id === undefined || !stay.isActive || !isNews) return []
      const before = known.get(row.external_id)?.status
      const { listingId, accountId } = stay
      return [{ row, id, before, channel: stay.record.source ?? connection.provider, listingId, accountId }]
    }),
  )
}

/** Stores a request made or answered here. A status that the sync already saw further along stays. Returns its id. */
export async function keepAlteration(
  write: Write,
  connectionId: string,
  row: AlterationRow,
  place: AlterationPlace,
): Promise<string> {
  const { tx, scope, at } = write
  const known = (await knownAlterations(tx, scope, connectionId, [row.external_id])).get(row.external_id)
  if (known !== undefined && known.status !== 'pending') return known.id
  const stored = await upsertAlterations(tx, scope, connectionId, [row], at)
  const id = stored.get(row.external_id) ?? known?.id
  if (id === undefined) throw new Error('the alteration was not stored')
  if (stored.size > 0)
    await appendEvents(write, await alterationEvents(write, [{ ...place, row, id, before: known?.status }]))
  return id
}
