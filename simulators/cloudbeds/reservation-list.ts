import { flagParam, textParam, type Query } from '../kit/query.ts'
import { heldOr } from '../kit/server.ts'
import { filterOf, listParam, refused } from './envelope.ts'
import { localMoment, readBound } from './moment.ts'
import type { Reservation } from './records.ts'
import type { Store } from './store.ts'

const bounds = [
  ...(['resultsFrom', 'resultsTo'] as const).map((name) => ({ name, field: 'createdMs' as const })),
  ...(['modifiedFrom', 'modifiedTo'] as const).map((name) => ({ name, field: 'modifiedMs' as const })),
]

/** Returns the requested rows. Bounds are compared by the property's own clock. */
export function selectReservations({ world, hotels }: Store, query: Query): Reservation[] {
  const isWanted = filterOf(query, { reservationID: 'reservationID', propertyID: 'propertyID' })
  const excluded = listParam(query, 'excludeStatuses')
  const withDeleted = flagParam(query, 'includeDeleted') === true
  const tests = bounds.flatMap(({ name, field }) => {
    const text = textParam(query, name)
    if (text === undefined) return []
    const bound = heldOr(readBound(text), refused(`Parameter ${name} is invalid`))
    return (row: Reservation) => {
      const at = localMoment(row[field], hotels.get(row.propertyID)?.timeZone ?? 'UTC')
      return name.endsWith('From') ? at >= bound : at <= bound
    }
  })
  const rows = world.stays
    .all()
    .filter(
      (row) =>
        (withDeleted || !row.isDeleted) &&
        isWanted(row) &&
        excluded?.has(row.status ?? '') !== true &&
        tests.every((fits) => fits(row)),
    )
  const isRecentFirst = flagParam(query, 'sortByRecent') === true
  return isRecentFirst ? rows.toSorted((left, right) => right.modifiedMs - left.modifiedMs) : rows
}
