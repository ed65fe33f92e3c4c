/** The account: its properties, and what only this vendor has beside the world. */
import { addDays } from '../kit/clock.ts'
import type { SimulatorTools } from '../kit/definition.ts'
import { roundMoney } from '../kit/places.ts'
import type { DayRange } from '../kit/nights.ts'
import { seedWorld } from '../kit/world/seed-world.ts'
import type { CalendarNight } from '../kit/world/nights.ts'
import { World } from '../kit/world/world.ts'
import { momentOn, money } from './answers.ts'
import { overlaps, type Maintenance, type Moments } from './maintenances.ts'
import { apaleoProjection, basePlanOf, unitIdsOf, type ApaleoKinds, type ApaleoWorld } from './projection.ts'
import type { Property, Reservation, UnitGroup } from './records.ts'

/** Plans of a unit group: one with manual prices, and one that takes them from it. */
export interface RatePlan {
  id: string
  group: UnitGroup
  level: 0 | 1
}

export interface RateSettings {
  price?: { amount: number }
  restrictions?: Partial<Record<'minLengthOfStay' | 'maxLengthOfStay', number>> &
    Record<'closed' | 'closedOnArrival' | 'closedOnDeparture', boolean>
}

export type HouseNight = CalendarNight<Reservation> & {
  /** Units left, below 0 where more are sold than can be used. */
  free: number
  outOfOrder: number
}

/** A second guest of a night costs so many percent more. */
const surchargePercent = 20
/** What a derived plan costs, in percent of its base. */
const derivedPercent = 90

export class House {
  readonly properties = new Map<string, Property>()
  readonly world: ApaleoWorld
  /** Nights at which the plan with manual prices is closed, by unit group. */
  readonly closedRates = new Map<string, Set<string>>()

  readonly maintenances: Maintenance[] = []

  constructor(tools: SimulatorTools) {
    this.world = new World<ApaleoKinds>(tools, apaleoProjection(this.properties))
    seedWorld(this.world, tools)
    this.#repairRooms()
  }

  propertyOf({ propertyId }: Pick<UnitGroup | Reservation, 'propertyId'>): Property {
    const property = this.properties.get(propertyId ?? '')
    if (property === undefined) throw new Error(`no property ${propertyId}`)
    return property
  }

  plans(): RatePlan[] {
    return this.world.homes.all().flatMap((group): RatePlan[] => [
      { id: `${group.propertyId}-NONREF-${group.code}`, group, level: 1 },
      { id: basePlanOf(group), group, level: 0 },
    ])
  }

  plan(id: string): RatePlan | undefined {
    return this.plans().find((plan) => plan.id === id)
  }

  arrivalMoment(row: Pick<UnitGroup | Reservation, 'propertyId'>, day: string): string {
    const { checkInTime, timeZone } = this.propertyOf(row)
    return momentOn(day, checkInTime, timeZone)
  }

  departureMoment(row: Pick<UnitGroup | Reservation, 'propertyId'>, day: string): string {
    const { checkOutTime, timeZone } = this.propertyOf(row)
    return momentOn(day, checkOutTime, timeZone)
  }

  /** Nights with the units that are left: those that nobody has, without those out of order. */
  nights(group: UnitGroup, range: DayRange): HouseNight[] {
    return this.world.nights(group, range).map((night) => {
      const { date, stays } = night
      const moments = {
        from: this.arrivalMoment(group, date),
        to: this.departureMoment(group, addDays(date, 1)),
      }
      const isDown = (unitId: string) =>
        this.#worksAt(unitId, moments).some(({ type }) => type !== 'OutOfService')
      const outOfOrder = unitIdsOf(group).filter(isDown).length
      const free = (group.memberCount ?? 1) - stays.length - outOfOrder
      return { ...night, free, left: Math.max(0, free), outOfOrder }
    })
  }

  #worksAt(unitId: string, moments: Moments): Maintenance[] {
    return this.maintenances.filter((one) => one.unitId === unitId && overlaps(one, moments))
  }

  /** Whether neither a stay nor a maintenance has the unit. */
  isUnitFree(unitId: string, moments: Moments, withDefects = false): boolean {
    const works = this.#worksAt(unitId, moments)
    if (works.some(({ type }) => !withDefects || type !== 'OutOfService')) return false
    const { takesNights } = this.world.projection.stays
    return !this.world.stays.all().some(
      (stay) =>
        stay.unitId === unitId &&
        takesNights(stay) &&
        overlaps(moments, {
          from: this.arrivalMoment(stay, stay.arrival ?? ''),
          to: this.departureMoment(stay, stay.departure ?? ''),
        }),
    )
  }

  isClosed({ id }: UnitGroup, date: string): boolean {
    return this.closedRates.get(id)?.has(date) === true
  }

  /** The price of a night for this many adults. */
  priceOf({ group, level }: RatePlan, { price }: { price: number }, adults: number): number {
    const { currency } = this.propertyOf(group)
    const own = level === 0 ? price : (price * derivedPercent) / 100
    return roundMoney(own * (1 + (surchargePercent / 100) * Math.max(0, adults - 1)), currency)
  }

  rateOf(plan: RatePlan, night: CalendarNight<Reservation>): object {
    const { group } = plan
    const { currency } = this.propertyOf(group)
    const { minNights, maxNights, closedToArrival, closedToDeparture } = night.set
    const priceFor = (adults: number) => money(this.priceOf(plan, night, adults), currency)
    return {
      from: this.arrivalMoment(group, night.date),
      to: this.departureMoment(group, addDays(night.date, 1)),
      price: priceFor(1),
      calculatedPrices: Array.from({ length: group.maxPersons ?? 1 }, (_, index) => ({
        adults: index + 1,
        price: priceFor(index + 1),
      })),
      restrictions: {
        ...(minNights === undefined ? {} : { minLengthOfStay: minNights }),
        ...(maxNights === undefined ? {} : { maxLengthOfStay: maxNights }),
        closed: this.isClosed(group, night.date),
        closedOnArrival: closedToArrival ?? false,
        closedOnDeparture: closedToDeparture ?? false,
      },
    }
  }

  /** Replaces the rate of a night; what is left out is not set any more. */
  setRate(group: UnitGroup, date: string, { price, restrictions }: RateSettings): void {
    const rules: Partial<NonNullable<RateSettings['restrictions']>> = restrictions ?? {}
    const { minLengthOfStay: minNights = null, maxLengthOfStay: maxNights = null } = rules
    const { closedOnArrival: closedToArrival = null, closedOnDeparture: closedToDeparture = null } = rules
    const settings = { minNights, maxNights, closedToArrival, closedToDeparture }
    const night = { from: date, to: date }
    this.world.setNights(group, night, { ...settings, price: price?.amount ?? null })
    const closed = this.closedRates.get(group.id) ?? new Set()
    this.closedRates.set(group.id, closed)
    if (restrictions?.closed === true) closed.add(date)
    else closed.delete(date)
  }

  /** Nights as the control interface shows them. */
  calendar(group: UnitGroup, range: DayRange): object[] {
    const plan = { id: basePlanOf(group), group, level: 0 as const }
    return this.nights(group, range).map((night) => ({
      date: night.date,
      sellableCount: night.left,
      rate: this.rateOf(plan, night),
    }))
  }

  /** Staff have set every unit of some groups out of order for a few nights, which no reservation shows. */
  #repairRooms(): void {
    for (const [index, group] of this.world.homes.all().entries()) {
      if (index % 3 !== 1) continue
      const begin = addDays(this.world.today(), 40 + index)
      const [from, to] = [this.arrivalMoment(group, begin), this.departureMoment(group, addDays(begin, 3))]
      for (const unitId of unitIdsOf(group)) {
        const row = { id: `${unitId}-REPAIR`, unitId, group, from, to }
        this.maintenances.push({ ...row, type: 'OutOfOrder', description: 'The bathroom is renewed.' })
      }
      // The world's own guests stay away from these nights.
      this.world.setNights(group, { from: begin, to: addDays(begin, 2) }, { isClosed: true })
      this.closedRates.set(group.id, new Set([addDays(begin, 6)]))
    }
  }
}
