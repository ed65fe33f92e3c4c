/** Ways in which a server could break its promises. Each is done to a short day, between the server and whoever looks. */
import type { RunningSimulator } from '../../../simulators/index.ts'
import type { HistoryRule } from '../fault.ts'
import { changeAnswer, type CallFault, type PassingCall } from './broken-calls.ts'
import { racingPrices } from '../short-day.ts'
import type { DeliveryFault, PassingDelivery } from './broken-deliveries.ts'

export interface InjectedFault {
  what: string
  /** Every rule that has to name it, and no other may. */
  rules: HistoryRule[]
  /** `name` begins the names of the day's guests. */
  calls?: (name: string, vendor: RunningSimulator) => CallFault
  deliveries?: () => DeliveryFault
}

type GuestRows = { data: { displayNameLong: string }[] }
type StayRows = { data: Record<string, unknown>[] }
type NightRows = { days: { date: string; price: number | null; available: boolean }[] }
type LogRows = { data: unknown[] }

/** Answers the second read of what `isRead` describes with the first answer. */
const answerFromBefore = (isRead: (path: string) => boolean): CallFault => {
  let reads = 0
  let first = ''
  return (call) => {
    if (call.method !== 'GET' || !isRead(call.path)) return null
    reads += 1
    const isSecond = reads === 2
    return (async () => {
      const text = await (await call.forward()).text()
      if (!isSecond) first = text
      return new Response(first, { status: 200, headers: { 'content-type': 'application/json' } })
    })()
  }
}

/** Strikes once, on the first delivery that `isThis` describes. */
function once(isThis: (delivery: PassingDelivery) => boolean, strike: DeliveryFault): DeliveryFault {
  let isOver = false
  return async (delivery, send) => {
    if (isOver || !isThis(delivery)) return send(delivery)
    isOver = true
    return strike(delivery, send)
  }
}

const isUpdate = ({ event }: PassingDelivery) => event.type === 'reservation.updated'
const isPlain = ({ path }: PassingDelivery) => path.startsWith('/plain')
/** The list that is read at the end of the day. */
const isStayList = ({ method, path }: PassingCall) =>
  method === 'GET' && path === '/v1/reservations?limit=100'
const isBooking = ({ method, path, body }: PassingCall, name: string) =>
  method === 'POST' && path === '/v1/reservations' && body.includes(`"${name}"`)
const isRenaming = ({ method, path, body }: PassingCall, name: string) =>
  method === 'PATCH' && path.startsWith('/v1/guests/') && body.includes(`"${name}"`)

export const injectedFaults: readonly InjectedFault[] = [
  {
    what: 'an acknowledged write is dropped',
    rules: ['lost update'],
    calls: (name) => (call) =>
      isRenaming(call, `${name}-first-2`) ? Promise.resolve(Response.json({})) : null,
  },
  {
    what: 'an acknowledged booking is missing in the list',
    rules: ['lost update'],
    calls: (name) => (call) =>
      isStayList(call)
        ? changeAnswer<StayRows>(call, (list) => ({
            ...list,
            data: list.data.filter(({ guestName }) => guestName !== `Grace ${name}-there`),
          }))
        : null,
  },
  {
    what: 'a guest is answered from before',
    rules: ['stale read'],
    calls: () => answerFromBefore((path) => /^\/v1\/guests\/\d+$/.test(path)),
  },
  {
    what: 'nights are answered from before',
    rules: ['stale read'],
    calls: () => answerFromBefore((path) => path.startsWith('/v1/availability/')),
  },
  {
    what: 'a price goes back and forth between two that were set at the same time',
    rules: ['stale read'],
    calls: flipPrice,
  },
  {
    what: 'a night that its host closed is answered as open',
    rules: ['stale read'],
    calls: () => (call) =>
      call.method === 'GET' && call.path.startsWith('/v1/availability/')
        ? changeAnswer<NightRows>(call, (answer) => ({
            ...answer,
            // Longer looks show nights that are sold as well.
            days: answer.days.map((day, _, { length }) => (length === 1 ? { ...day, available: true } : day)),
          }))
        : null,
  },
  {
    what: 'a list is put together of two moments',
    rules: ['cycle'],
    calls: mixMoments,
  },
  {
    what: 'a booking is invented',
    rules: ['effect without cause'],
    calls: () => (call) =>
      isStayList(call)
        ? changeAnswer<StayRows>(call, (list) => ({
            ...list,
            data: [...list.data, { id: '999999999', guestName: 'Grace Nobody', confirmationCode: 'NOBODY' }],
          }))
        : null,
  },
  {
    what: 'a write is done and refused',
    rules: ['effect without cause'],
    calls: (name) => (call) =>
      isRenaming(call, `${name}-first-1`)
        ? call.forward().then(() => Response.json({ error: { code: 'invalid_request' } }, { status: 422 }))
        : null,
  },
  {
    what: 'a key is not looked at',
    rules: ['effect twice'],
    calls: (name) => (call) =>
      call.method === 'POST' && call.body.includes(`${name}-twice`) ? call.forward({ withKey: false }) : null,
  },
  {
    what: 'a booking is made twice at the vendor',
    rules: ['effect twice'],
    calls:
      (name, { operations }) =>
      (call) =>
        isBooking(call, `${name}-there`)
          ? call
              .forward()
              .finally(() => operations.createReservation({ 'guest-name': `Grace ${name}-there` }))
          : null,
  },
  {
    what: 'the log leaves a place out',
    rules: ['effect without cause', 'order'],
    calls: () => (call) =>
      call.method === 'GET' && call.path.startsWith('/v1/events?limit=100')
        ? changeAnswer<LogRows>(call, (log) => ({ ...log, data: log.data.filter((_, at) => at !== 1) }))
        : null,
  },
  {
    what: 'an event arrives again with another content',
    rules: ['effect twice'],
    deliveries: () =>
      once(isUpdate, async (delivery, send) => {
        await send(delivery)
        await send({
          ...delivery,
          event: { ...delivery.event, data: { ...delivery.event.data, revision: 0 } },
        })
      }),
  },
  {
    what: 'two events of a record change places',
    rules: ['order'],
    deliveries: () => {
      let held: PassingDelivery | null = null
      return async (delivery, send) => {
        if (!isUpdate(delivery) || isPlain(delivery)) return send(delivery)
        if (held === null) {
          held = delivery
          return undefined
        }
        await send(delivery)
        return send(held)
      }
    },
  },
  {
    what: 'a delivery is swallowed',
    rules: ['missing delivery'],
    deliveries: () =>
      once(
        (delivery) => isPlain(delivery) && isUpdate(delivery),
        async () => {},
      ),
  },
  {
    what: 'an event is invented',
    rules: ['effect without cause'],
    deliveries: () =>
      once(isUpdate, async (delivery, send) => {
        await send(delivery)
        const invented = { eventId: 'invented', type: 'listing.updated', sequence: 1_000_000, data: {} }
        await send({ ...delivery, headers: { 'x-invented-delivery-id': 'invented' }, event: invented })
      }),
  },
]

/** Answers the second look at the night with the price that the first one did not show. */
function flipPrice(): CallFault {
  let looks = 0
  return (call) => {
    if (call.method !== 'GET' || !call.path.startsWith('/v1/availability/')) return null
    return changeAnswer<NightRows>(call, (answer) => {
      const [night] = answer.days
      if (night === undefined || !racingPrices.includes(night.price ?? 0)) return answer
      looks += 1
      const other = racingPrices.find((price) => price !== night.price) ?? null
      return looks === 2 ? { ...answer, days: [{ ...night, price: other }] } : answer
    })
  }
}

/** Shows the first guest as it was before both were renamed, and the second as it was afterwards. */
function mixMoments(name: string): CallFault {
  let renamed = 0
  let isMixed = false
  const bothRenamed = Promise.withResolvers<void>()
  return (call) => {
    if (isRenaming(call, `${name}-first-3`) || isRenaming(call, `${name}-second-1`))
      return call.forward().finally(() => {
        renamed += 1
        if (renamed === 2) bothRenamed.resolve()
      })
    if (isMixed || !call.path.startsWith('/v1/guests?')) return null
    isMixed = true
    return (async () => {
      const { data: before } = (await (await call.forward()).json()) as GuestRows
      await bothRenamed.promise
      return changeAnswer<GuestRows>(call, (list) => ({
        ...list,
        data: list.data.map((row, at) => (row.displayNameLong.includes('-first-') ? before[at] : row)),
      }))
    })()
  }
}
