/** Fixtures of guests and bookings as rows. Pure. */
import type { Reservation } from '../../../contract/reservation.ts'
import { listings } from './fixtures/homes.ts'
import { guests, type ReservationFixture } from './fixtures/stays.ts'
import type { HomeIds } from './home-rows.ts'
import { completesAt, type Moments } from './moments.ts'
import type { FixtureRow } from './queries.ts'

export type StayIds = HomeIds & {
  guests: Map<string, string>
  reservations: Map<string, string>
}

const knownHoursAgo = 20 * 24

export function guestRows(ids: StayIds, moments: Moments): FixtureRow<'guests'>[] {
  const since = moments.hoursAgo(knownHoursAgo)
  return guests.map((fixture) => ({
    id: ids.guests.get(fixture.ref),
    connection_id: ids.connections.get(fixture.connection),
    external_id: fixture.ref,
    first_name: fixture.firstName,
    last_name: fixture.lastName,
    language: fixture.language,
    country: fixture.country,
    is_blacklisted: false,
    flags: [],
    notes: fixture.notes.map((note) => ({ ...note, createdAt: since, createdBy: 'Marta' })),
    created_at: since,
    updated_at: moments.writtenAt,
  }))
}

export function contactRows(ids: StayIds, moments: Moments): FixtureRow<'guest_contacts'>[] {
  return guests.flatMap((guest) =>
    (['email', 'phone'] as const)
      .filter((type) => guest[type] !== null)
      .map((type) => ({
        guest_id: ids.guests.get(guest.ref),
        type,
        value: guest[type],
        is_primary: true,
        verified: type === 'email',
        created_at: moments.hoursAgo(knownHoursAgo),
      })),
  )
}

/** The fixture before its last change. */
export function asBefore(fixture: ReservationFixture): ReservationFixture {
  const { before, statusDetail: _, cancelledBy: __, ...rest } = fixture
  return before === undefined ? fixture : { ...rest, ...before }
}

export function reservationRow(
  fixture: ReservationFixture,
  ids: StayIds,
  moments: Moments,
): FixtureRow<'reservations'> {
  const listing = listings.find(({ ref }) => ref === fixture.listing)
  if (!listing) throw new Error(`fixture ${fixture.ref} is on an unknown listing`)
  const bookedAt = moments.hoursAgo(fixture.bookedHoursAgo)
  const checkOut = moments.day(fixture.days.checkOut)
  const deadline = fixture.respondInDays === undefined ? null : moments.inDays(fixture.respondInDays)
  return {
    id: ids.reservations.get(fixture.ref),
    listing_id: ids.listings.get(fixture.listing),
    connection_id: ids.connections.get(listing.connection),
    account_id: ids.accounts.get(listing.connection),
    external_id: fixture.ref,
    guest_id: ids.guests.get(fixture.guest),
    unit_id: fixture.unit === undefined ? null : ids.units.get(fixture.unit),
    check_in: moments.day(fixture.days.checkIn),
    check_out: checkOut,
    check_in_time: listing.details['checkInTimeStart'],
    check_out_time: listing.details['checkOutTime'],
    status: fixture.status,
    status_detail: fixture.statusDetail ?? null,
    pending_reason: fixture.pendingReason ?? null,
    respond_by: deadline,
    completes_at: completesAt(checkOut, listing.timeZone),
    lapses_at: deadline,
    source: fixture.source,
    confirmation_code: fixture.confirmationCode,
    booked_at: bookedAt,
    cancelled_at: fixture.status === 'cancelled' ? moments.now : null,
    cancelled_by: fixture.cancelledBy ?? null,
    occupancy: fixture.party,
    total_price: fixture.price.total,
    currency: fixture.currency,
    payment_status: fixture.price.paymentStatus,
    financials: fixture.price.parts,
    guest_details: fixture.guestDetails ?? null,
    // Clears the hash, so that the next reading is stored.
    source_hash: null,
    revision: fixture.before === undefined ? 1 : 2,
    doc: '{}',
    created_at: bookedAt,
    updated_at: moments.writtenAt,
  }
}

/** Previous values of the changed fields, as the API showed them. */
export function replacedFields(before: Reservation, after: Reservation): Record<string, unknown> {
  const later: Record<string, unknown> = after
  return Object.fromEntries(
    Object.entries(before).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(later[key])),
  )
}

export function historyRows(
  fixture: ReservationFixture,
  reservationId: string,
  moments: Moments,
  previous: Record<string, unknown>,
): FixtureRow<'record_history'>[] {
  const row = { record_type: 'reservation', record_id: reservationId, origin: 'sandbox' }
  const made = { ...row, revision: 1, change: 'created', previous: {} }
  const changed = {
    ...row,
    revision: 2,
    change: fixture.status === 'cancelled' ? 'cancelled' : 'updated',
    previous,
  }
  return [
    { ...made, created_at: moments.hoursAgo(fixture.bookedHoursAgo) },
    ...(fixture.before === undefined ? [] : [{ ...changed, created_at: moments.writtenAt }]),
  ]
}
