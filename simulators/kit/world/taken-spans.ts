import type { TakenSpan } from './nights.ts'
import type { StayDays, StayProjection, WorldKinds } from './projection.ts'

/** Returns the stays that keep a home's nights from others; a stay of several rooms there counts once for each. */
export function takenSpans<K extends WorldKinds>(
  all: readonly K['stay'][],
  homeId: string,
  stays: StayProjection<K>,
  daysOf: (stay: K['stay']) => StayDays,
): TakenSpan<K['stay']>[] {
  const isHere = (id: unknown) => String(id) === homeId
  return all
    .flatMap((stay) => {
      const further = stays.furtherHomeIdsOf?.(stay).filter(isHere) ?? []
      const first = isHere(stays.homeIdOf(stay)) ? [stay] : []
      return further.length === 0 ? first : [...first, ...further.map(() => stay)]
    })
    .filter((stay) => stays.takesNights(stay))
    .map((stay) => {
      const { arrival, departure } = daysOf(stay)
      return { arrival: arrival ?? '', departure: departure ?? '', stay }
    })
    .filter(({ arrival, departure }) => arrival < departure)
}
