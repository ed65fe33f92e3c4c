/** What must hold after a failover. */
import assert from 'node:assert/strict'
import { walk } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'
import { assertHistory } from '../history/check-history.ts'
import { recordVendorBookings, smoobuHistory } from '../history/record-vendor-calls.ts'
import type { BookedStay, FailoverLoad } from './load.ts'
import type { FailoverWorld } from './world.ts'

/** Decision 215 promises an answer within ten seconds; the rest is what a look may come late. */
const longestAnswerMs = 12_000
/** A delivery that was sent and not written down is sent again; the receiver answers within this time. */
const inFlightMs = 10_000
/** A booking was under way at the PMS when the server lost its database. */
const codesOfBookingsUnderWay = ['reservation_created_in_pms_only', 'pms_error']
/** The feature's promise. */
export const backWithinMs = 30_000

export interface Failover {
  lostAt: number
  promotedAt: number
}

/** Milliseconds after the promotion until each server took a booking. */
export async function recovered(
  world: FailoverWorld,
  load: FailoverLoad,
  { promotedAt }: Failover,
): Promise<number[]> {
  const firsts = () =>
    world.servers.map((_, server) =>
      load.answers.find((one) => one.server === server && one.status === 201 && one.at + one.ms > promotedAt),
    )
  const found = await until(
    'both servers to take bookings',
    () => {
      const all = firsts()
      return all.every((one) => one !== undefined) ? all : null
    },
    { withinMs: backWithinMs, everyMs: 50 },
  )
  return found.map((one) => one.at + one.ms - promotedAt)
}

/** Nobody hangs, and a refusal says when to come back. */
export function assertAnswers(load: FailoverLoad, { lostAt }: Failover): void {
  // What was behind when the primary was lost is caught up with afterwards, so a slow machine is slower then.
  const calm = load.answers.filter(({ at, ms }) => at + ms < lostAt)
  const most = longestAnswerMs + 3 * Math.max(...calm.map(({ ms }) => ms))
  const slow = load.answers
    .filter(({ ms }) => ms > most)
    .map(({ what, status, server, at, ms }) => ({ what, status, server, sinceLossMs: at - lostAt, ms }))
  assert.deepEqual(slow, [], `answers that took longer than ${most.toFixed(0)} ms`)
  const refused = load.answers.filter(({ status }) => status >= 500 || status === 0)
  const odd = refused.filter(({ status, code, hasRetryAfter }) =>
    status === 503
      ? !hasRetryAfter || code !== 'service_unavailable'
      : !codesOfBookingsUnderWay.includes(code ?? ''),
  )
  assert.deepEqual(odd, [], 'a failure is 503 with Retry-After')
}

export async function assertKept(world: FailoverWorld, booked: readonly BookedStay[]): Promise<void> {
  const [server] = world.servers
  assert.ok(server)
  // What the server could not write down after the PMS had booked, it reads from there afterwards.
  const wrong = async () => {
    const key = server.keys.liveKey
    const stays = await walk<{ id: string; guestName: string }>(server, key, '/v1/reservations')
    const held = Map.groupBy(stays, ({ guestName }) => lastNameOf(guestName))
    return booked.filter(({ name, id }) => {
      const [one, ...others] = held.get(name) ?? []
      return one === undefined || others.length > 0 || (id !== null && one.id !== id)
    })
  }
  await until('every acknowledged booking to be there', async () => (await wrong()).length === 0).catch(
    async () => assert.deepEqual(await wrong(), [], 'every acknowledged booking is there, once'),
  )
}

const lastNameOf = (guest: string) => guest.split(' ').at(-1) ?? ''

/** The vendor has each acknowledged booking once, and none twice. */
export function assertBookedOnce({ pms }: FailoverWorld, booked: readonly BookedStay[]): number {
  const { reservations } = pms.operations.state(new Set()) as { reservations: { 'guest-name': string }[] }
  const times = Map.groupBy(reservations, (one) => lastNameOf(one['guest-name']))
  const twice = [...times].filter(([name, all]) => name.startsWith('Guest-') && all.length > 1)
  assert.deepEqual(twice, [], 'a booking was made twice at the PMS')
  const there = booked.filter(({ home }) => home.sold === null)
  assert.deepEqual(
    there.filter(({ name }) => !times.has(name)),
    [],
    'an acknowledged booking is not at the PMS',
  )
  return there.length
}

/** Waits until every sold night is closed at both channels. */
export async function assertClosed(world: FailoverWorld, booked: readonly BookedStay[]): Promise<void> {
  const open = () =>
    booked.flatMap(({ home, night }) =>
      (['airbnb', 'booking'] as const).flatMap((channel) => {
        if (home.sold === null) return []
        const id = channel === 'airbnb' ? home.sold.airbnbId : String(home.sold.roomId)
        const [shown] = world[channel].operations.nights?.(id, { from: night, to: night }) ?? []
        return (shown?.left ?? 1) > 0 ? [`${night} of ${home.id} at ${channel}`] : []
      }),
    )
  await until('every sold night to be closed', () => open().length === 0).catch(() =>
    assert.deepEqual(open(), [], 'a sold night is open'),
  )
}

/** Every event arrives. Twice arrives only what was on its way when the primary was lost. */
export async function assertDelivered(
  world: FailoverWorld,
  { lostAt, promotedAt }: Failover,
): Promise<{ events: number; twice: number }> {
  const [server] = world.servers
  assert.ok(server)
  const told = new Set<string>()
  for (let after = 0, hasMore = true; hasMore;) {
    const { body } = await world.call<{ data: { eventId: string }[]; nextAfter: number; hasMore: boolean }>(
      ...(['GET', `/v1/events?limit=100&after=${after}`] as const),
    )
    for (const { eventId } of body.data) told.add(eventId)
    ;({ nextAfter: after, hasMore } = body)
  }
  const deliveries = () =>
    world.history.operations.flatMap(({ kind, event, begin }) =>
      kind === 'delivery' && event ? [{ eventId: event.eventId, at: begin }] : [],
    )
  const received = () => Map.groupBy(deliveries(), ({ eventId }) => eventId)
  await until('every event to arrive', () => {
    const have = received()
    return [...told].every((id) => have.has(id))
  })
  const twice = [...received()].filter(([, all]) => all.length > 1)
  const unexplained = twice.filter(([, [first]]) => {
    const at = first?.at ?? 0
    return at < lostAt - inFlightMs || at > promotedAt + backWithinMs
  })
  assert.deepEqual(unexplained, [], 'arrived twice, though it was not on its way when the primary was lost')
  const unknown = [...received().keys()].filter((id) => !told.has(id))
  assert.deepEqual(unknown, [], 'an event was sent that is not in the log')
  return { events: told.size, twice: twice.length }
}

/** Waits until both servers are back, lets the load go on for so many bookings, and looks at everything. Returns the figures. */
export async function assertFailover(
  world: FailoverWorld,
  load: FailoverLoad,
  moments: Failover,
  moreBookings: number,
): Promise<string> {
  const back = await recovered(world, load, moments)
  const before = load.booked.length
  await until('more bookings', () => load.booked.length >= before + moreBookings)
  await load.stop()
  assertAnswers(load, moments)
  await assertKept(world, load.booked)
  assert.ok(load.booked.some(({ home }) => home.sold === null) && load.booked.some(({ home }) => home.sold))
  const atPms = assertBookedOnce(world, load.booked)
  await assertClosed(world, load.booked)
  const { events, twice } = await assertDelivered(world, moments)
  recordVendorBookings(world.history, smoobuHistory(world.pms))
  const recorded = assertHistory(world.history, 'failover')
  const refused = load.answers.filter(({ status }) => status === 503).length
  const longest = Math.max(...load.answers.map(({ ms }) => ms))
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  return (
    `${load.answers.length} requests, ${refused} refused with 503, the longest took ${seconds(longest)}; ` +
    `back ${back.map(seconds).join(' and ')} after the promotion, ${seconds(Math.max(...back) + moments.promotedAt - moments.lostAt)} after the loss; ` +
    `${load.booked.length} bookings kept, ${atPms} of them once at the PMS; ${events} events arrived, ${twice} twice; a history of ${recorded}`
  )
}
