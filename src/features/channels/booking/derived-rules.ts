/** How prices for other numbers of guests are to follow a rate, checked as far as nobody has to be asked for it. Pure. */
import { decimalString } from '../../../connector-kit/money.ts'
import type { OccupancyRules } from '../../../connector-kit/rate-calendar-operations.ts'
import type { BookingUpdate } from '../../../contract/channel-booking-rates.ts'
import { refuseForeign, wrong } from './rate-updates.ts'

type Other = NonNullable<BookingUpdate['occupancies']>[number]

/** Throws for what cannot be meant. */
export function checkedRules(given: BookingUpdate, index: number): OccupancyRules {
  const at = (name: string) => `updates[${index}].${name}`
  refuseForeign(given, at, 'derived-pricing')
  const { leadingOccupancy: guests, occupancies } = given
  if (guests === undefined)
    throw wrong(at('leadingOccupancy'), '`leadingOccupancy` is required with derived pricing.')
  if (occupancies === undefined)
    throw wrong(at('occupancies'), '`occupancies` is required with derived pricing.')
  const seen = new Set([guests])
  const others = occupancies.map((other, place) => {
    const of = (name: keyof Other) => at(`occupancies[${place}].${name}`)
    const { persons, percentage, additional, round } = other
    if (seen.has(persons)) {
      const why = persons === guests ? 'the price itself is for so many' : 'they stand there twice'
      throw wrong(of('persons'), `\`persons\` cannot be ${persons}: ${why}.`, { value_received: persons })
    }
    seen.add(persons)
    const value = percentage ?? additional
    if (value === undefined || (percentage !== undefined && additional !== undefined))
      throw wrong(of('percentage'), 'Either `percentage` or `additional` is required, and not both.')
    return {
      guests: persons,
      by: percentage === undefined ? ('amount' as const) : ('percentage' as const),
      value: decimalString(value) ?? '0',
      rounded: round ?? null,
    }
  })
  return { roomId: String(given.roomId), rateId: String(given.rateId), guests, others }
}
