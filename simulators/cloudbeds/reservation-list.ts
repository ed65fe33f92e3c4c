import { flagParam, textParam, type Query } from '../kit/query.ts'
import { filterOf, listParam } from './asked.ts'
import { localMoment, readBound } from './moment.ts'
import type { Reservation } from './records.ts'
import type { Store } from './store.ts'

const bounds = ['resultsFrom', 'resultsTo', 'modifiedFrom', 'modifiedTo'] as const

/** The rows that a query asks for, or the name of the parameter that cannot be read. */
export function selectReservations(store: Store, query: Query): Reservation[] | { wrong: string } {
  const wrong = bounds.find((name) => {
    const text = textParam(query, name)
    return text !== undefined && readBound(text) === undefined
  })
  if (wrong !== undefined) return { wrong }
  const isWanted = filterOf(query, { reservationID: 'reservationID', propertyID: 'propertyID' })
  const excluded = listParam(query, 'excludeStatuses')
  const withDeleted = flagParam(query, 'includeDeleted') === true
  const rows = [...store.reservations.values()].filter(
    (row) =>
      (withDeleted || !row.isDeleted) &&
      isWanted(row) &&
      excluded?.has(row.status ?? '') !== true &&
      isInside(store, row, query),
  )
  const isRecentFirst = flagParam(query, 'sortByRecent') === true
  return isRecentFirst ? rows.toSorted((left, right) => right.modifiedMs - left.modifiedMs) : rows
}

/** Bounds are compared with the property's own clock. */
function isInside(store: Store, row: Reservation, query: Query): boolean {
  const timeZone = store.hotels.get(row.propertyID)?.timeZone ?? 'UTC'
  return bounds.every((name) => {
    const bound = readBound(textParam(query, name) ?? '')
    if (bound === undefined) return true
    const at = localMoment(name.startsWith('modified') ? row.modifiedMs : row.createdMs, timeZone)
    return name.endsWith('From') ? at >= bound : at <= bound
  })
}
