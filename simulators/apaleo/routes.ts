import type { FastifyInstance } from 'fastify'
import { addDays } from '../kit/clock.ts'
import { flagParam, intParam, textParam, type Query } from '../kit/query.ts'
import { rowTests } from '../kit/row-list.ts'
import { heldOr, refuse, sendAnswer } from '../kit/server.ts'
import { listOf, listParam, money, noContent, notFound, refusal } from './answers.ts'
import type { House } from './house.ts'
import type { Reservation } from './records.ts'
import { shownGroup, shownPlan, shownProperty, shownReservation, shownUnits } from './show.ts'
import { problemsOf, type PlannedStay } from './stay-rules.ts'

type ListCall = { Querystring: Query }
type ByIdCall = { Params: { id: string }; Querystring: Query }

export function inventoryRoutes(app: FastifyInstance, house: House): void {
  const { world } = house

  app.get('/account/v1/accounts/current', () => ({ code: 'LWHT', name: 'Lindenhof Hotels', status: 'Live' }))

  const list = (path: string, name: string, rowsOf: (query: Query) => readonly object[]) =>
    app.get<ListCall>(path, ({ query }, reply) => sendAnswer(reply, listOf(name, rowsOf(query), query)))
  /** A filter that is not given takes every row. */
  const isIn = (query: Query, name: string, id: string | null) => (textParam(query, name) ?? id) === id

  list('/inventory/v1/properties', 'properties', () => [...house.properties.values()].map(shownProperty))

  list('/inventory/v1/unit-groups', 'unitGroups', (query) =>
    world.homes
      .all()
      .filter(({ propertyId }) => isIn(query, 'propertyId', propertyId))
      .map((group) => shownGroup(house, group, false)),
  )

  app.get<ByIdCall>('/inventory/v1/unit-groups/:id', ({ params }, reply) =>
    reply.send(shownGroup(house, heldOr(world.homes.get(params.id), notFound), true)),
  )

  list('/inventory/v1/units', 'units', (query) =>
    world.homes
      .all()
      .filter(({ id }) => isIn(query, 'unitGroupId', id))
      .flatMap((group) => shownUnits(house, group)),
  )

  list('/rateplan/v1/rate-plans', 'ratePlans', (query) =>
    house
      .plans()
      .filter(({ group }) => isIn(query, 'propertyId', group.propertyId))
      .map((plan) => shownPlan(house, plan)),
  )

  app.get<ByIdCall>('/rateplan/v1/rate-plans/:id/rates', ({ params, query }, reply) => {
    const plan = heldOr(house.plan(params.id), notFound)
    const [from, to] = rangeIn(query)
    const rates = world.nights(plan.group, { from, to }).map((night) => house.rateOf(plan, night))
    return sendAnswer(reply, listOf('rates', rates, query))
  })

  app.get<ListCall>('/availability/v1/unit-groups', ({ query }, reply) => {
    const property = heldOr(house.properties.get(textParam(query, 'propertyId') ?? ''), notFound)
    const groupIds = listParam(textParam(query, 'unitGroupIds'))
    const groups = world.homes
      .all()
      .filter(({ propertyId, id }) => propertyId === property.id && (groupIds?.includes(id) ?? true))
    const [from, to] = rangeIn(query)
    const nights = groups.map((group) => ({ group, nights: house.nights(group, { from, to }) }))
    const slices = (nights[0]?.nights ?? []).map(({ date }, index) => ({
      from: house.arrivalMoment({ propertyId: property.id }, date),
      to: house.departureMoment({ propertyId: property.id }, addDays(date, 1)),
      property: {},
      unitGroups: nights.map(({ group, nights: own }) => {
        const night = own[index]
        const [left, outOfOrder] = [night?.left ?? 0, night?.outOfOrder ?? 0]
        const [units, sold] = [group.memberCount ?? 0, night?.stays.length ?? 0]
        return {
          unitGroup: { id: group.id, code: group.code, name: group.name, type: group.type },
          ...{ physicalCount: units, houseCount: units, soldCount: sold },
          ...{ availableCount: left, sellableCount: left, allowedOverbookingCount: 0 },
          maintenance: { outOfService: 0, outOfOrder, outOfInventory: 0 },
        }
      }),
    }))
    return sendAnswer(reply, listOf('timeSlices', slices, query))
  })
}

/** Reads two days in their order. */
function rangeIn(query: Query, first = 'from', last = 'to'): [from: string, to: string] {
  const [from, to] = [textParam(query, first)?.slice(0, 10) ?? '', textParam(query, last)?.slice(0, 10) ?? '']
  return to < from ? refuse(refusal(`${last} must not be before ${first}.`)) : [from, to]
}

export function bookingRoutes(app: FastifyInstance, house: House): void {
  const { world } = house

  app.get<ListCall>('/booking/v1/reservations', ({ query }, reply) => {
    const expand = listParam(textParam(query, 'expand')) ?? []
    const [key, direction] = (textParam(query, 'sort') ?? 'created:asc').split(':')
    const sign = direction === 'desc' ? -1 : 1
    const found = world.stays
      .all()
      .filter(searchOf(query))
      .toSorted((a, b) => sign * (msOf(a, key) - msOf(b, key) || (a.id < b.id ? -1 : 1)))
    const rows = found.map((row) => shownReservation(house, row, expand))
    return sendAnswer(reply, listOf('reservations', rows, query))
  })

  app.get<ByIdCall>('/booking/v1/reservations/:id', ({ params, query }, reply) => {
    const expand = listParam(textParam(query, 'expand')) ?? []
    return reply.send(shownReservation(house, heldOr(world.stays.get(params.id), notFound), expand))
  })

  app.get<ListCall>('/booking/v1/offers', ({ query }, reply) => {
    const property = heldOr(house.properties.get(textParam(query, 'propertyId') ?? ''), notFound)
    const [arrival, departure] = rangeIn(query, 'arrival', 'departure')
    const groupIds = listParam(textParam(query, 'unitGroupIds'))
    const adults = intParam(query, 'adults') ?? 1
    const plans = house
      .plans()
      .filter(({ group }) => group.propertyId === property.id && (groupIds?.includes(group.id) ?? true))
    const offers = plans.flatMap((plan) => {
      const stay = { arrival, departure, adults, plan }
      const problems = problemsOf(house, stay)
      const isShown = problems.length === 0 || flagParam(query, 'includeUnavailable') === true
      return isShown ? [offerOf(house, stay, problems)] : []
    })
    if (offers.length === 0) return sendAnswer(reply, noContent)
    return reply.send({ property: { id: property.id, code: property.id, name: property.name }, offers })
  })
}

function offerOf(
  house: House,
  { arrival, departure, adults, plan }: PlannedStay,
  problems: object[],
): object {
  const { group } = plan
  const { currency } = house.propertyOf(group)
  const nights = house.nights(group, { from: arrival, to: addDays(departure, -1) })
  const amounts = nights.map((night) => house.priceOf(plan, night, adults))
  const total = Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100) / 100
  const left = Math.min(...nights.map((night) => night.left))
  const taxed = (grossAmount: number) => ({
    ...{ grossAmount, netAmount: grossAmount, vatType: 'Reduced', vatPercent: 0, currency },
  })
  const fee = { code: 'FLE', name: 'Flexible', description: '', fee: money(0, currency) }
  return {
    arrival: house.arrivalMoment(group, arrival),
    departure: house.departureMoment(group, departure),
    unitGroup: {
      ...{ id: group.id, code: group.code, name: group.name, description: group.description },
      ...{ maxPersons: group.maxPersons, rank: group.rank, type: group.type },
    },
    minGuaranteeType: plan.level === 0 ? 'PM6Hold' : 'Prepayment',
    availableUnits: left,
    ratePlan: { id: plan.id, code: plan.id, name: plan.id, isSubjectToCityTax: false },
    totalGrossAmount: money(total, currency),
    cancellationFee: { ...fee, dueDateTime: house.arrivalMoment(group, arrival) },
    noShowFee: fee,
    timeSlices: nights.map(({ date, left: availableUnits }, index) => ({
      from: house.arrivalMoment(group, date),
      to: house.departureMoment(group, addDays(date, 1)),
      availableUnits,
      baseAmount: taxed(amounts[index] ?? 0),
      totalGrossAmount: money(amounts[index] ?? 0, currency),
    })),
    ...{ taxDetails: [], isCorporate: false, prePaymentAmount: money(0, currency) },
    validationMessages: problems,
  }
}

/** The moments by which lists are sorted and filtered. */
const momentsOf = (row: Reservation): Record<string, string | null> => ({
  ...{ arrival: row.arrival, departure: row.departure, created: row.created, updated: row.modified },
  ...{ Arrival: row.arrival, Departure: row.departure, Creation: row.created },
  ...{ Modification: row.modified, Cancellation: row.cancellationTime },
})

const msOf = (row: Reservation, name: string | undefined): number =>
  Date.parse(momentsOf(row)[name ?? ''] ?? row.created ?? '') || 0

function searchOf(query: Query): (row: Reservation) => boolean {
  const rows = rowTests<Reservation>()
  const propertyIds = listParam(textParam(query, 'propertyIds'))
  rows.test(propertyIds, ({ propertyId }, ids) => ids.includes(propertyId ?? ''))
  // Codes that begin with the text are found too.
  const code = textParam(query, 'externalCode')
  rows.test(code, ({ externalCode }, text) => externalCode?.startsWith(text) === true)
  const filter = textParam(query, 'dateFilter')
  if (filter === undefined) return rows.passes
  rows.test(textParam(query, 'from'), (row, text) => msOf(row, filter) >= Date.parse(text))
  rows.test(textParam(query, 'to'), (row, text) => msOf(row, filter) < Date.parse(text))
  return rows.passes
}
