import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addDays, daysBetween } from '../kit/clock.ts'
import { blankRow } from '../kit/fields.ts'
import { daysOf } from '../kit/nights.ts'
import { heldOr, refuse, sendAnswer } from '../kit/server.ts'
import { momentAt, money, noContent, notFound, refusal } from './answers.ts'
import type { House, RateSettings } from './house.ts'
import { reservationIds, unitIdsOf } from './projection.ts'
import { reservationFields, type Reservation, type Slice } from './records.ts'
import { actionsOf, slicesOf, totalOf } from './show.ts'
import { problemsOf, type PlannedStay } from './stay-rules.ts'

interface Amount {
  amount: number
  currency: string
}
interface StayBody {
  arrival: string
  departure: string
  adults: number
  childrenAges?: number[]
}
interface NewStay extends StayBody {
  channelCode: string
  primaryGuest?: object
  externalCode?: string
  comment?: string
  timeSlices: { ratePlanId: string; totalAmount?: Amount }[]
}
interface BookingBody {
  booker: object
  reservations: NewStay[]
}
interface Amendment extends StayBody {
  timeSlices: { ratePlanId: string; totalGrossAmount?: Amount }[]
}
type RateBody = RateSettings & { from: string; to: string }
type ById<Body = unknown> = { Params: { id: string; unitId: string }; Body: Body }

const dayMs = 86_400_000
/** A key's first call, with its answer. */
interface KeptAnswer {
  call: string
  untilMs: number
  body: object
}

export function writeRoutes(app: FastifyInstance, house: House): void {
  const { world } = house
  const answersByKey = new Map<string, KeptAnswer>()

  /** A repeated call with the same key is answered as before; with other content it is refused. */
  const once = (request: FastifyRequest, work: () => object): object => {
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string') return work()
    const call = JSON.stringify(request.body)
    const before = answersByKey.get(key)
    if (before !== undefined && before.untilMs > world.nowMs()) {
      if (before.call !== call) refuse(refusal('The idempotency key was used for another request.'))
      return before.body
    }
    const body = work()
    answersByKey.set(key, { call, untilMs: world.nowMs() + dayMs, body })
    return body
  }

  app.post<{ Body: BookingBody }>('/booking/v1/bookings', (request, reply) => {
    const { booker, reservations } = request.body
    const answer = once(request, () => {
      const rows = reservations.map((stay) => newReservation(house, stay, booker))
      for (const row of rows) world.addStay(row)
      return { id: rows[0]?.bookingId, reservationIds: rows.map(({ id }) => ({ id })) }
    })
    return reply.code(201).send(answer)
  })

  app.put<ById<{ rates: RateBody[] }>>('/rateplan/v1/rate-plans/:id/rates', ({ params, body }, reply) => {
    const { group, level } = heldOr(house.plan(params.id), notFound)
    if (level > 0) refuse(refusal('Rates of a derived rate plan cannot be set.'))
    const dates = body.rates.map(({ from, to }) => {
      const date = from.slice(0, 10)
      const isSlice =
        from === house.arrivalMoment(group, date) && to === house.departureMoment(group, addDays(date, 1))
      return isSlice ? date : refuse(refusal(`${from} is no time slice of the rate plan.`))
    })
    for (const [index, date] of dates.entries()) house.setRate(group, date, body.rates[index] ?? {})
    return sendAnswer(reply, noContent)
  })

  const action = '/booking/v1/reservation-actions/:id'

  app.put<ById<Amendment>>(`${action}/amend`, ({ params, body }, reply) => {
    const stay = heldOr(world.stays.get(params.id), notFound)
    requireAction(stay, 'AmendTimeSlices')
    const { planned, slices } = plannedStay(house, body, stay)
    const amounts = slices.map(({ amount }) => amount)
    world.apply(stay, {
      ...{ arrival: planned.arrival, departure: planned.departure, adults: body.adults },
      children: { ages: body.childrenAges ?? [] },
      slices,
      totalGrossAmount: money(sum(amounts), totalOf(stay).currency),
    })
    return sendAnswer(reply, noContent)
  })

  app.put<ById>(`${action}/cancel`, ({ params }, reply) => {
    const stay = heldOr(world.stays.get(params.id), notFound)
    requireAction(stay, 'Cancel')
    world.cancel(stay.id)
    return sendAnswer(reply, noContent)
  })

  app.put<ById>(`${action}/assign-unit/:unitId`, ({ params: { id, unitId } }, reply) => {
    const stay = heldOr(world.stays.get(id), notFound)
    const group = world.homes.get(stay.unitGroupId ?? '')
    if (group === undefined || !unitIdsOf(group).includes(unitId)) refuse(refusal(`No unit ${unitId}.`))
    world.apply(stay, { unitId })
    return reply.send({ unit: { id: unitId, name: unitId.slice(-3), unitGroupId: stay.unitGroupId } })
  })
}

const sum = (amounts: readonly number[]): number =>
  Math.round(amounts.reduce((total, amount) => total + amount, 0) * 1000) / 1000

function requireAction(stay: Reservation, name: string): void {
  const isAllowed = actionsOf(stay).some((action) => action.action === name && action.isAllowed)
  if (!isAllowed) refuse(refusal(`${name} is not allowed for a reservation in status ${stay.status}.`))
}

/** Checks a stay as the plain calls do, and prices its nights. */
function plannedStay(
  house: House,
  { arrival: from, departure: to, adults, timeSlices }: StayBody & { timeSlices: NewStay['timeSlices'] },
  own?: Reservation,
): { planned: PlannedStay; slices: Slice[] } {
  const [arrival, departure] = [from.slice(0, 10), to.slice(0, 10)]
  const nights = daysBetween(arrival, departure)
  if (nights < 1) refuse(refusal('Departure must be after Arrival.'))
  if (timeSlices.length !== nights)
    refuse(refusal(`Expected ${nights} time slices but ${timeSlices.length} were provided`))
  const plan = heldOr(house.plan(timeSlices[0]?.ratePlanId ?? ''), refusal('The rate plan does not exist.'))
  const planned = { arrival, departure, adults, plan, ...(own === undefined ? {} : { own }) }
  const problems = problemsOf(house, planned)
  if (problems.length > 0) refuse(refusal(...problems.map(({ message }) => message)))
  const known = new Map((own === undefined ? [] : slicesOf(own)).map((slice) => [slice.date, slice]))
  const days = daysOf({ from: arrival, to: addDays(departure, -1) })
  const range = house.world.nights(plan.group, { from: arrival, to: addDays(departure, -1) })
  const slices = days.map((date, index): Slice => {
    const { ratePlanId = plan.id, totalAmount } = timeSlices[index] ?? {}
    const night = range[index]
    const usual = night === undefined ? 0 : house.priceOf(plan, night, adults)
    return { date, ratePlanId, amount: totalAmount?.amount ?? known.get(date)?.amount ?? usual }
  })
  return { planned, slices }
}

function newReservation(house: House, stay: NewStay, booker: object): Reservation {
  const { world } = house
  const { planned, slices } = plannedStay(house, stay)
  const { group, id: ratePlanId } = planned.plan
  const { currency, timeZone } = house.propertyOf(group)
  const ids = reservationIds(world.nextNumber('stay', 0))
  const at = momentAt(world.nowMs(), timeZone)
  return {
    ...(blankRow(reservationFields, ids.id) as Reservation),
    ...ids,
    ...{ status: 'Confirmed', propertyId: group.propertyId, unitGroupId: group.id, ratePlanId },
    ...{ arrival: planned.arrival, departure: planned.departure, created: at, modified: at },
    ...{ channelCode: stay.channelCode, externalCode: stay.externalCode ?? null },
    ...{ comment: stay.comment ?? null, guaranteeType: 'PM6Hold', adults: stay.adults, booker },
    primaryGuest: stay.primaryGuest ?? null,
    children: { ages: stay.childrenAges ?? [] },
    totalGrossAmount: money(sum(slices.map(({ amount }) => amount)), currency),
    slices,
  }
}
