import { momentOf } from './local-time.ts'
import { instant } from './object-ids.ts'
import type { Reservation } from './reservation-record.ts'
import type { Store } from './store.ts'

/** A booking in the newer shape: nights in stays, the guest and the money by reference only. */
export function showStay(store: Store, row: Reservation): { _id: string } & Record<string, unknown> {
  const rootId = store.rootId(row.listingId)
  const isAssigned = rootId !== row.listingId
  const timezone = store.listings.get(row.listingId)?.timezone ?? 'UTC'
  const planned = (day: string | null, time: string | null, usual: string | null): string | null =>
    day === null || time === null ? usual : instant(momentOf(day, time, timezone))
  return {
    _id: row._id,
    accountId: row.accountId,
    status: row.status,
    platform: row.integration?.platform,
    source: row.source,
    confirmationCode: row.confirmationCode ?? '',
    bookerId: row.guestId ?? '',
    quoteId: row._id,
    moneyId: row._id,
    createdAt: row.createdAt,
    ...(row.confirmedAt === null ? {} : { confirmedAt: row.confirmedAt }),
    ...(row.reservedAt === null ? {} : { reservedAt: row.reservedAt }),
    ...(row.canceledAt === null ? {} : { canceledAt: row.canceledAt, canceledBy: row.canceledBy }),
    ...(row.lastUpdatedAt === row.createdAt ? {} : { alteredAt: row.lastUpdatedAt }),
    ...(row.preApproveState === null ? {} : { preApproveState: row.preApproveState }),
    notes: row.notes ?? {},
    stay: [
      {
        checkInDateLocalized: row.checkInDateLocalized,
        checkOutDateLocalized: row.checkOutDateLocalized,
        eta: planned(row.checkInDateLocalized, row.plannedArrival, row.checkIn),
        etd: planned(row.checkOutDateLocalized, row.plannedDeparture, row.checkOut),
        guestsCount: row.guestsCount ?? 1,
        numberOfGuests: row.numberOfGuests ?? { numberOfAdults: 1 },
        unitTypeId: rootId,
        ...(isAssigned ? { unitId: row.listingId } : {}),
      },
    ],
  }
}
