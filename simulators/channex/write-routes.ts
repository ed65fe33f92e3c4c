import type { FastifyInstance } from 'fastify'
import { heldOr } from '../kit/server.ts'
import type { DayRange } from '../kit/nights.ts'
import type { ChannexAccount } from './account.ts'
import { notFound } from './answers.ts'
import type { RatePlan, RoomType } from './records.ts'

type NightText = 'room_type_id' | 'rate_plan_id' | 'date' | 'date_from' | 'date_to'
type NightCount = 'availability' | 'min_stay_arrival' | 'min_stay_through' | 'max_stay'
type NightFlag = 'stop_sell' | 'closed_to_arrival' | 'closed_to_departure'
type NightValue = Partial<
  Record<NightText, string> & Record<NightCount, number> & Record<NightFlag, boolean | number>
> & {
  property_id: string
  rate?: number | string
}
type ValuesCall = { Body: { values: NightValue[] } }

/** Nights are written row by row; what is not taken stands in the warnings of a success. */
export function writeRoutes(app: FastifyInstance, account: ChannexAccount): void {
  const { world } = account
  const take = (
    values: readonly NightValue[],
    write: (value: NightValue, range: DayRange) => string | null,
  ) => {
    const warnings = values.flatMap((value) => {
      const range = rangeOf(value)
      const mistake =
        range.from < world.today()
          ? { date_from: ['past dates are not allowed'] }
          : mistakeOf(write(value, range))
      return mistake === null ? [] : [{ ...value, warning: mistake }]
    })
    const isTaken = warnings.length < values.length
    return {
      data: isTaken ? [{ id: '0000000f-0000-4000-8000-000000000001', type: 'task' }] : [],
      meta: { message: 'Success', warnings },
    }
  }

  app.post<ValuesCall>('/availability', ({ body }) =>
    take(body.values, (value, range) => {
      const roomType = world.homes.get(value.room_type_id)
      if (roomType?.property_id !== value.property_id) return 'room_type_id'
      account.setLeft(roomType, range, value.availability ?? 0)
      return null
    }),
  )

  app.post<ValuesCall>('/restrictions', ({ body }) =>
    take(body.values, (value, range) => {
      const plan = account.plans().find(({ id }) => id === value.rate_plan_id)
      if (plan?.property_id !== value.property_id) return 'rate_plan_id'
      writeRules(account, plan, heldOr(world.homes.get(plan.room_type_id), notFound), value, range)
      return null
    }),
  )
}

const mistakeOf = (field: string | null) => (field === null ? null : { [field]: ['does not exist'] })

const rangeOf = ({ date = '', date_from = date, date_to = date_from }: NightValue): DayRange => ({
  from: date_from,
  to: date_to,
})

/** Whole numbers are minor units, texts are amounts. */
const priceOf = (rate: number | string): number => (typeof rate === 'number' ? rate / 100 : Number(rate))

function writeRules(
  account: ChannexAccount,
  plan: RatePlan,
  roomType: RoomType,
  value: NightValue,
  range: DayRange,
): void {
  if (value.stop_sell !== undefined) account.stop(roomType, plan.id, range, Boolean(value.stop_sell))
  // Prices and rules of the other plan follow those of the first.
  if (plan.inherit_rate) return
  const least = value.min_stay_arrival ?? value.min_stay_through
  account.world.setNights(roomType, range, {
    ...(value.rate === undefined ? {} : { price: priceOf(value.rate) }),
    ...(least === undefined ? {} : { minNights: least }),
    ...(value.max_stay === undefined ? {} : { maxNights: value.max_stay || null }),
    ...(value.closed_to_arrival === undefined ? {} : { closedToArrival: Boolean(value.closed_to_arrival) }),
    ...(value.closed_to_departure === undefined
      ? {}
      : { closedToDeparture: Boolean(value.closed_to_departure) }),
  })
}
