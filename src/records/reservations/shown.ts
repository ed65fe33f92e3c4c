/** Reads and renders the texts of reservations for the API and events. */
import type { Reservation } from '../../contract/reservation.ts'
import type { ReservationObject } from '../../contract/events.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { reservationDocs, reservationTexts, rowsToRender, updateReservationDocs } from './text-queries.ts'
import { renderReservation } from './render.ts'

/** The records as the API shows them now. */
export async function shownReservations(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, Reservation>> {
  const rows = await reservationTexts(db, scope, ids, now)
  return new Map(rows.map((row) => [row.id, JSON.parse(row.json) as Reservation]))
}

/** Renders the records anew after their columns, guest, unit or account changed, and stores the texts. */
export async function storeTexts(tx: Queryable, scope: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await rowsToRender(tx, scope, ids)
  await updateReservationDocs(
    tx,
    scope,
    rows.map((row) => ({ id: row.id, doc: JSON.stringify(renderReservation(row)) })),
  )
}

/** Does the same and returns the records as shown at `now`, in three statements for any number of ids. */
export async function renderReservations(
  tx: Queryable,
  scope: Scope,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, Reservation>> {
  if (ids.length === 0) return new Map()
  await storeTexts(tx, scope, ids)
  return shownReservations(tx, scope, ids, now)
}

/** Finds reservations whose stored text differs from their columns. */
export async function outdatedReservations(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const docs = await reservationDocs(db, scope, ids)
  const rows = await rowsToRender(db, scope, ids)
  const outdated = rows.filter((row) => docs.get(row.id) !== JSON.stringify(renderReservation(row)))
  return new Set(outdated.map(({ id }) => id))
}

/** Receivers of the older, slim form use these names for fields of the record. */
const olderNames = {
  uid: 'confirmationCode',
  channel: 'source',
  checkinDate: 'checkIn',
  checkoutDate: 'checkOut',
} as const

const policyOf = ({ financials }: Pick<Reservation, 'financials'>) => financials?.cancellationPolicy

/** Returns the record as events carry it, with the older names. */
export function toEventObject(scope: Scope, reservation: Reservation): ReservationObject {
  const { account: _, ...record } = reservation
  const policy = policyOf(reservation)
  return {
    ...record,
    uid: record.confirmationCode,
    channel: record.source,
    customerId: scope.workspaceId,
    checkinDate: record.checkIn,
    checkoutDate: record.checkOut,
    ...(policy === undefined ? {} : { cancellationPolicy: policy }),
  }
}

/** Lists prior values under every name that events show them by. */
export function listPreviousNames(
  previous: Record<string, unknown>,
  now: Pick<Reservation, 'financials'>,
): Record<string, unknown> {
  const older = Object.entries(olderNames).filter(([, name]) => name in previous)
  const policy = policyOf({ ...now, ...previous })
  return {
    ...previous,
    ...Object.fromEntries(older.map(([alias, name]) => [alias, previous[name]])),
    ...(policy === policyOf(now) ? {} : { cancellationPolicy: policy ?? null }),
  }
}
