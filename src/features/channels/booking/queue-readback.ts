/**
 * Queues a read-back of what a channel told outside the sync. The channel may count it as received and drop it when an
 * older message is acknowledged. So the sync must read it again.
 */
import type { ToldBooking } from '../../../connector-kit/booking-queue-operations.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { contentHash, toStorable } from '../../../records/canonical.ts'
import { storedHashes } from '../../../records/lookup-queries.ts'
import type { Services } from '../../../services.ts'
import type { ConnectionAccess } from '../../../upstream/access.ts'
import { readSoon } from '../../sync/public.ts'
import type { StoredBookingStay } from './reservation-queries.ts'

/** Whether every told room is stored as told, and rooms no longer told have ended. */
export async function isStoredAsRead(
  { db }: Pick<Services, 'db'>,
  scope: Scope,
  connectionId: string,
  { stays, status }: ToldBooking,
  stored: readonly StoredBookingStay[],
): Promise<boolean> {
  // A cancelled booking may or may not name rooms; it is enough that all are cancelled here.
  if (status === 'cancelled') return stored.every((stay) => stay.status === 'cancelled')
  if (stays === null) return false
  const ids = stays.map(({ externalId }) => externalId)
  const hashes = await storedHashes(db, scope, 'reservations', connectionId, ids)
  const isSame = stays.every((stay) => hashes.get(stay.externalId) === contentHash(toStorable(stay)))
  const isOver = stored.every(({ externalId, status: is }) => ids.includes(externalId) || is === 'cancelled')
  return stays.length > 0 && isSame && isOver
}

/** Queues a reading of bookings not stored as told. */
export async function queueReadback(
  access: ConnectionAccess,
  bookings: readonly ToldBooking[],
  stored: readonly StoredBookingStay[],
): Promise<void> {
  const entries: string[] = []
  for (const booking of bookings) {
    const own = stored.filter(({ code }) => code === booking.id)
    if (await isStoredAsRead(access.services, access.scope, access.connection.id, booking, own)) continue
    const rooms = booking.stays?.map(({ externalId }) => externalId) ?? []
    entries.push(...rooms, ...own.map(({ externalId }) => externalId))
  }
  await queueStayReadback(access, entries)
}

export async function queueStayReadback(access: ConnectionAccess, stays: readonly string[]): Promise<void> {
  const entries = [...new Set(stays)].map((externalId) => ({ entity: 'reservations' as const, externalId }))
  if (entries.length === 0) return
  await access.services.db.transaction().execute((tx) => readSoon(tx, access, entries))
}
