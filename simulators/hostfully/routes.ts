import type { FastifyInstance } from 'fastify'
import { textParam, type Query } from '../kit/query.ts'
import { rowTests } from '../kit/row-list.ts'
import { heldOr, refuse } from '../kit/server.ts'
import type { WorldThread } from '../kit/world/threads.ts'
import { forbidden, invalid, leadNotFound, notFound, page, zoneless } from './answers.ts'
import { calendarEntries, pricingPeriods } from './calendar.ts'
import { agencyUid, type HostfullyKinds, type HostfullyWorld } from './projection.ts'
import type { Lead, Message, Property } from './records.ts'

type ListRequest = { Querystring: Query }
type ByUidRequest = { Params: { uid: string }; Querystring: Query }

/** Somebody else's agency or property is not distinguished from one that does not exist. */
function requireOwn(world: HostfullyWorld, query: Query): void {
  const [agency, property] = [textParam(query, 'agencyUid'), textParam(query, 'propertyUid')]
  if (agency !== undefined && agency !== agencyUid) refuse(forbidden)
  if (property !== undefined && world.homes.get(property) === undefined) refuse(forbidden)
}

const requireOneOf = (query: Query, ...names: string[]): void => {
  if (names.every((name) => textParam(query, name) === undefined))
    refuse(invalid(`One of ${names.join(', ')} is required.`))
}

const rangeOf = (query: Query) => ({ from: textParam(query, 'from') ?? '', to: textParam(query, 'to') ?? '' })
const withUid = ({ id, ...row }: { id: string }) => ({ uid: id, ...row })

export function routes(app: FastifyInstance, world: HostfullyWorld): void {
  app.get<ListRequest>('/properties', ({ query }) => {
    requireOwn(world, query)
    return page('properties', world.homes.all().map(shownProperty), query, { tellsTotal: true })
  })
  app.get<ByUidRequest>('/properties/:uid', ({ params }) => ({
    property: shownProperty(heldOr(world.homes.get(params.uid), notFound)),
  }))

  app.get<ByUidRequest>('/property-calendar/:uid', ({ params: { uid: propertyUid }, query }) => {
    const home = heldOr(world.homes.get(propertyUid), notFound)
    return { calendar: { propertyUid, entries: calendarEntries(world, home, rangeOf(query)) } }
  })
  app.get<ListRequest>('/pricing-periods', ({ query }) => {
    requireOwn(world, query)
    const home = heldOr(world.homes.get(textParam(query, 'propertyUid')), forbidden)
    return { pricingPeriods: pricingPeriods(world, home, rangeOf(query)) }
  })

  app.get<ListRequest>('/leads', ({ query }) => {
    requireOneOf(query, 'agencyUid', 'propertyUid', 'leadUids')
    requireOwn(world, query)
    const rows = world.stays.all().filter(leadFilter(query))
    return page(
      'leads',
      rows.map((row) => shownLead(world, row)),
      query,
    )
  })
  app.get<ByUidRequest>('/leads/:uid', ({ params }) => ({
    lead: shownLead(world, heldOr(world.stays.get(params.uid), leadNotFound)),
  }))

  app.get<ListRequest>('/orders', ({ query }) => {
    requireOneOf(query, 'leadUid', 'propertyUid', 'guestUid', 'updatedSince')
    requireOwn(world, query)
    return { orders: world.stays.all().filter(orderFilter(query)).flatMap(shownOrder) }
  })

  app.get<ListRequest>('/threads', ({ query }) => {
    requireOneOf(query, 'agencyUid', 'leadUid')
    requireOwn(world, query)
    const lead = textParam(query, 'leadUid')
    const threads = world.threads.all().filter(({ stay }) => lead === undefined || stay.uid === lead)
    const newest = threads
      .map(shownThread)
      .toSorted((a, b) => b.lastUpdateDate.localeCompare(a.lastUpdateDate))
    return page('threads', newest, query)
  })
  app.get<ByUidRequest>('/threads/:uid', ({ params }) => ({
    thread: shownThread(heldOr(threadAt(world, params.uid), notFound)),
  }))
  app.get<ListRequest>('/messages', ({ query }) => {
    requireOneOf(query, 'threadUid', 'leadUid')
    const uid = textParam(query, 'threadUid') ?? world.stays.get(textParam(query, 'leadUid'))?.threadUid
    return page(
      'messages',
      heldOr(threadAt(world, uid), notFound).messages.toReversed().map(shownMessage),
      query,
    )
  })
  app.get<ListRequest>('/reviews', ({ query }) => {
    requireOwn(world, query)
    const ofProperty = textParam(query, 'propertyUid')
    const rows = world.reviews.all().filter(({ propertyUid }) => propertyUid === ofProperty)
    return page('reviews', rows.map(withUid), query)
  })
}

export const shownMessage = ({ id, text, ...row }: Message): object => ({
  uid: id,
  ...row,
  content: { subject: null, text },
})

export const threadAt = (world: HostfullyWorld, uid: unknown): WorldThread<HostfullyKinds> | undefined =>
  world.threads.all().find(({ id }) => id === uid)

function leadFilter(query: Query): (row: Lead) => boolean {
  const { test, passes } = rowTests<Lead>()
  const day = (name: 'checkIn' | 'checkOut') => {
    test(textParam(query, `${name}From`), (row, from) => (row[`${name}Date`] ?? '') >= from)
    test(textParam(query, `${name}To`), (row, to) => (row[`${name}Date`] ?? '') <= to)
  }
  test(textParam(query, 'propertyUid'), (row, uid) => row.propertyUid === uid)
  test(textParam(query, 'leadUids')?.split(','), (row, uids) => uids.includes(row.uid))
  test(textParam(query, 'updatedSince'), (row, since) => (zoneless(row.updatedUtcDateTime) ?? '') >= since)
  day('checkIn')
  day('checkOut')
  return passes
}

function orderFilter(query: Query): (row: Lead) => boolean {
  const { test, passes } = rowTests<Lead>()
  test(textParam(query, 'leadUid'), (row, uid) => row.uid === uid)
  test(textParam(query, 'propertyUid'), (row, uid) => row.propertyUid === uid)
  test(textParam(query, 'guestUid'), (row, uid) => row.guestUid === uid)
  test(
    textParam(query, 'updatedSince'),
    (row, since) => (zoneless(row.orderUpdatedUtcDateTime) ?? '') >= since,
  )
  return passes
}

const shownProperty = (home: Property): object => ({ ...home, agencyUid })

const shownOrder = ({ uid, propertyUid, order }: Lead): object[] =>
  order === null ? [] : [{ uid: uid.replace(/^0000000./, '00000007'), leadUid: uid, propertyUid, ...order }]

const clockOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00:00`

export function shownLead(world: HostfullyWorld, row: Lead): object {
  const { guestUid, firstName, lastName, email, phoneNumber, countryCode, ...others } = row
  const { adultCount, childrenCount, infantCount, petCount, checkInDate, checkOutDate, ...lead } = others
  const { createdUtcDateTime, updatedUtcDateTime, bookedUtcDateTime, ...hidden } = lead
  const { order, orderUpdatedUtcDateTime, threadUid, ...plain } = hidden
  const times = world.homes.get(row.propertyUid)?.availability
  return {
    ...plain,
    agencyUid,
    checkInLocalDateTime: checkInDate && `${checkInDate}T${clockOf(times?.checkInTimeStart ?? 16)}`,
    checkOutLocalDateTime: checkOutDate && `${checkOutDate}T${clockOf(times?.checkOutTime ?? 10)}`,
    bookedUtcDateTime: zoneless(bookedUtcDateTime),
    // Lists name the kind of who is responsible, never the person.
    assignee: { uid: null, type: 'EMPLOYEE' },
    guestInformation: {
      ...{ guestUid, firstName, lastName, email, phoneNumber, countryCode },
      ...{ adultCount, childrenCount, infantCount, petCount },
    },
    metadata: {
      createdUtcDateTime: zoneless(createdUtcDateTime),
      updatedUtcDateTime: zoneless(updatedUtcDateTime),
    },
  }
}

function shownThread({ id, stay, messages }: WorldThread<HostfullyKinds>) {
  return {
    uid: String(id),
    ...{ agencyUid, propertyUid: stay.propertyUid, status: 'OPEN' },
    participants: [
      { participantType: 'AGENCY', participantUid: agencyUid },
      { participantType: 'LEAD', participantUid: stay.uid },
    ],
    lastUpdateDate: messages.at(-1)?.createdUtcDateTime ?? '',
  }
}
