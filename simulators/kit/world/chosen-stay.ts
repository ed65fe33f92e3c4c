import { anyOf, chooseNights, known } from '../asked.ts'
import { nextDay } from '../clock.ts'
import { ControlError } from '../control-error.ts'
import { firstFreeStay, type OccupiedSpan } from '../free-stay.ts'
import type { WorldKinds } from './projection.ts'
import type { World } from './world.ts'

/** Returns the home that a control call names, or any that is open. */
export function homeFor<K extends WorldKinds>(world: World<K>, overrides: Partial<K['stay']>): K['home'] {
  const { homes, stays } = world.projection
  const id = stays.homeIdOf(overrides)
  if (id !== undefined && id !== null) return known(world.homes.get(id), `no listing ${String(id)}`, 400)
  const open = world.homes.all().filter((home) => homes.isOpen?.(home) ?? true)
  return anyOf(open, world.random, 'there is no listing to book')
}

/** Returns the nights that a control call names, or the first that are free. */
export function nightsFor<K extends WorldKinds>(
  world: World<K>,
  home: K['home'],
  overrides: Partial<K['stay']>,
): OccupiedSpan {
  const { unitsOf = () => 1 } = world.projection.homes
  const units = unitsOf(home)
  return chooseNights(world.orderedDaysOf(overrides), world.today(), world.random, (from, nights) => {
    const closed = [...world.settingsOf(home)].flatMap(([arrival, night]) =>
      // A closed night closes every unit.
      Array.from({ length: night.isClosed === true ? units : 0 }, () => ({
        arrival,
        departure: nextDay(arrival),
      })),
    )
    return firstFreeStay([...world.taken(home), ...closed], units, from, nights)
  })
}

/** Returns the number of a unit that nobody has in these nights, from 1; `unitOf` reads a stay's. */
export function freeUnit<K extends WorldKinds>(
  world: World<K>,
  home: K['home'],
  { arrival, departure }: OccupiedSpan,
  unitOf: (stay: K['stay']) => number | null,
): number | undefined {
  const { unitsOf = () => 1 } = world.projection.homes
  const there = world.taken(home).filter((span) => span.arrival < departure && arrival < span.departure)
  const numbers = Array.from({ length: unitsOf(home) }, (_, index) => index + 1)
  return numbers.find((number) => there.every(({ stay }) => unitOf(stay) !== number))
}

/** Returns the stay whose guest writes: the one that a control call names, or any that can. */
export function writerFor<K extends WorldKinds>(
  world: World<K>,
  conversationId: unknown,
  reservationId: unknown,
): K['stay'] {
  const canWrite = (stay: K['stay']) => world.canWrite(stay)
  if (conversationId === undefined && reservationId === undefined) {
    return anyOf(world.stays.all().filter(canWrite), world.random, 'there is no reservation to write about')
  }
  const stay = world.threads.stayOf(conversationId) ?? world.stays.get(reservationId)
  if (stay !== undefined && canWrite(stay)) return stay
  throw new ControlError(`no conversation or reservation ${String(conversationId ?? reservationId)}`)
}
