/** A guest as the API answered at a moment of the past: who it was, and what the bookings of then added up to. */
import type { GuestProfile } from '../../contract/guest.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { contactsAt, pastGuest, usedContact } from '../../records/guests/past.ts'
import { withFields } from '../../records/past/state.ts'
import { reservationAt } from '../../records/reservations/story.ts'
import { activeAt, basesOfGuest, changesOf } from '../../records/reservations/story-queries.ts'
import { completesAt } from '../../records/stays/times.ts'
import { assertThere } from './history/as-of.ts'
import { toGuestProfile, withinSight } from './map.ts'
import { pastGuestStays, type PastBooking } from './figures-queries.ts'
import { guestContacts, type ContactColumns, type GuestDetailColumns } from './queries.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : null)

async function staysAt(db: Queryable, scope: Scope, guestId: string, at: Date) {
  const bases = await basesOfGuest(db, scope, guestId, at)
  const changes = await changesOf(db, scope, bases, at)
  const then = bases.flatMap((base) => {
    const shown = reservationAt(base, changes.get(base.id) ?? [], at)
    return shown?.['guestId'] === guestId ? [{ ...shown, timeZone: base.time_zone }] : []
  }) as (Record<string, unknown> & { timeZone: string | null })[]
  const active = await activeAt(
    db,
    scope,
    then.map(({ listingId }) => String(listingId)),
    at,
  )
  const bookings = then
    .filter(({ listingId }) => active.has(String(listingId)))
    .map(({ id, totalPrice, currency, checkIn, checkOut, status, timeZone }): PastBooking => ({
      ...{ id: String(id), guest_id: guestId, status: String(status) },
      ...{ total_price: text(totalPrice), currency: text(currency) },
      ...{ check_in: String(checkIn), check_out: String(checkOut) },
      completes_at: completesAt(String(checkOut), timeZone),
    }))
  return (await pastGuestStays(db, bookings, at)).get(guestId)
}

type Known = GuestDetailColumns & { beyond: boolean }

export async function guestAt(db: Queryable, scope: Scope, now: Known, at: Date): Promise<GuestProfile> {
  assertThere('Guest', now, at)
  const state = await pastGuest(db, scope, now.id, at)
  const all: Omit<ContactColumns, 'created_at'>[] = contactsAt(
    state,
    await guestContacts(db, { workspaceId: scope.workspaceId }, now.id),
    at,
  )
  const used = { email: usedContact(all, 'email'), phone: usedContact(all, 'phone') }
  const then = { ...withFields(now, state.fields), ...used }
  const isUsed = ({ type, value }: { type: string; value: string }) =>
    value === (type === 'email' ? used.email : used.phone)
  const stays = await staysAt(db, scope, now.id, at)
  return now.beyond
    ? toGuestProfile({ ...withinSight(then), country: null }, all.filter(isUsed), stays)
    : toGuestProfile(then, all, stays)
}
