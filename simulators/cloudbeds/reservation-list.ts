import { flagParam, textParam, type Query } from '../kit/query.ts'
import { filterOf, listParam } from './asked.ts'
import { localMoment, readBound } from './moment.ts'
import type { Reservation } from './records.ts'
import type { Store } from './store.ts'

const bounds = ['resultsFrom', 'resultsTo', 'modifiedFrom', 'modifiedTo'] as const

/** Returns the requested rows, or the name of an unreadable parameter. */
export function selectReservations(store: Store, query: Query): Reservation[] | { wrong: string } {
  const listBounds: ListBound[] = []
  for (const name of bounds) {
    const text = textParam(query, name)
    if (text === undefined) continue
    const at = readBound(text)
    if (at === undefined) return { wrong: name }
    listBounds.push({
      of: name.startsWith('modified') ? 'modifiedMs' : 'createdMs',
      isFrom: name.endsWith('From'),
      at,
    })
  }
  const isWanted = filterOf(query, { reservationID: 'reservationID', propertyID: 'propertyID' })
  const excluded = listParam(query, 'excludeStatuses')
  const withDeleted = flagParam(query, 'includeDeleted') === true
  const rows = store.world.stays
    .all()
    .filter(
      (row) =>
        (withDeleted || !row.isDeleted) &&
        isWanted(row) &&
        excluded?.has(row.status ?? '') !== true &&
        isInside(store, row, listBounds),
    )
  const isRecentFirst = flagParam(query, 'sortByRecent') === true
  return isRecentFirst ? rows.toSorted((left, right) => right.modifiedMs - left.modifiedMs) : rows
}

interface ListBound {
  of: 'createdMs' | 'modifiedMs'
  isFrom: boolean
  at: string
}

/** Bounds are compared by the property's own clock. */
function isInside(store: Store, row: Reservation, bounds: readonly ListBound[]): boolean {
  const timeZone = store.hotels.get(row.propertyID)?.timeZone ?? 'UTC'
  return bounds.every(({ of, isFrom, at: bound }) => {
    const at = localMoment(row[of], timeZone)
    return isFrom ? at >= bound : at <= bound
  })
}
