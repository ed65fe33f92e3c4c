/**
 * Acts at a channel while the answer is lost: requests are answered once; rates and charges end up as sent.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { TSchema } from 'typebox'
import type { ListingRecord } from '../../contract/records.ts'
import type { Connector, VendorOperations } from '../connector.ts'
import { addDays } from '../dates.ts'
import type { VendorContext } from '../vendor-context.ts'
import { VendorError } from '../vendor-error.ts'
import { openBench, type Bench } from './bench.ts'
import type { VendorFacts, WriteFacts } from './certify.ts'
import { afterActing, everyFault, isHonest, isSilent } from './faults.ts'
import { present } from './walk.ts'

const impatientMs = 500

/** Each attempt does something new, so that earlier ones cannot pass for it. */
interface Attempt {
  act(context: VendorContext): Promise<unknown>
  /** Reads the current state at the channel. */
  shown(): Promise<unknown>
  /** The state looks like this once the act is done. */
  done: unknown
}

interface FaultSuiteAction {
  name: string
  /** A final act is answered once and refused the second time; any other may be repeated without harm. */
  isFinal: boolean
  prepare(time: number): Promise<Attempt>
}

interface FaultSuiteSetting<C extends TSchema> {
  bench: Bench<C>
  listing: ListingRecord
  writes: WriteFacts
}

function answering<C extends TSchema>(
  operations: VendorOperations,
  place: () => FaultSuiteSetting<C>,
): FaultSuiteAction[] {
  const { requestAnswers, reservations } = operations
  if (requestAnswers === undefined) return []
  const shownOf = async (externalId: string) => {
    const stay = await present(reservations?.one)(place().bench.context('guest'), externalId)
    if (stay?.kind !== 'reservation') return 'gone'
    // At some channels a booking is complete only when the guest has paid.
    const isAccepted = stay.status === 'confirmed' || stay.pendingReason === 'guest_payment'
    return isAccepted ? 'accepted' : stay.status
  }
  const action = (
    name: string,
    done: string,
    act: (context: VendorContext, id: string) => Promise<void>,
  ): FaultSuiteAction => ({
    ...{ name, isFinal: true },
    async prepare() {
      const { bench, listing, writes } = place()
      const id = writes.ask
        ? await writes.ask(bench, listing)
        : String((await bench.control.book(present(writes.request))).id)
      return { done, act: (context) => act(context, id), shown: () => shownOf(id) }
    },
  })
  return [
    action('accepts a request', 'accepted', (context, externalId) =>
      requestAnswers.accept(context, { externalId }),
    ),
    action('declines a request', 'cancelled', (context, externalId) =>
      requestAnswers.decline(context, { externalId, reason: 'dates_not_available', message: 'Taken.' }),
    ),
  ]
}

function setting<C extends TSchema>(
  operations: VendorOperations,
  place: () => FaultSuiteSetting<C>,
): FaultSuiteAction[] {
  const { rateCalendar, propertyCharges } = operations
  const actions: FaultSuiteAction[] = []
  if (rateCalendar)
    actions.push({
      ...{ name: 'sets a rate and its rules', isFinal: false },
      async prepare(time) {
        const { bench } = place()
        const context = () => bench.context('guest')
        const [room] = await rateCalendar.rooms(context())
        const { id: roomId, rates } = present(room)
        const { id: rateId } = present(rates.find(({ isDerived, isReadOnly }) => !isDerived && !isReadOnly))
        const date = addDays(context().now().toISOString().slice(0, 10), 60)
        const [amount, minStay, isClosed] = [`${200 + time}.00`, 1 + (time % 9), time % 2 === 0]
        const update = {
          ...{ roomId, rateId, from: date, to: date, rules: { minStay, closedToArrival: isClosed } },
          price: { amount, guests: null, mostGuests: null },
        }
        return {
          done: [amount, minStay, isClosed],
          act: async (other) => assert.deepEqual(await rateCalendar.write(other, [update]), []),
          async shown() {
            const range = { roomId, from: date, to: date, withRates: true }
            const [night] = await rateCalendar.nights(context(), range)
            const rate = present(night?.rates.find((one) => one.rateId === rateId))
            const price = rate.prices.find(({ guests }) => guests === null)
            return [Number(price?.amount).toFixed(2), rate.minStay, rate.closedToArrival]
          },
        }
      },
    })
  if (propertyCharges)
    actions.push({
      ...{ name: 'replaces the charges', isFinal: false },
      async prepare(time) {
        const configuration = { amount: { value: 10 + time, mode: 'PER_STAY' } }
        const charge = {
          charge_key: { type: time % 2 === 0 ? 'CLEANINGFEE' : 'PETFEE' },
          charge_periods: [{ applicable: { from: '2027-01-01' }, configuration }],
        }
        const charges = { property_charges: [charge], room_charges: [] }
        return {
          done: charges,
          act: (other) => propertyCharges.replace(other, charges),
          shown: () => propertyCharges.read(place().bench.context('guest')),
        }
      },
    })
  return [...actions, ...settingHomes(operations, place)]
}

function settingHomes<C extends TSchema>(
  { homeRules, bookingHook }: VendorOperations,
  place: () => FaultSuiteSetting<C>,
): FaultSuiteAction[] {
  const actions: FaultSuiteAction[] = []
  const context = () => place().bench.context('guest')
  if (homeRules)
    actions.push({
      ...{ name: 'sets the rules of a home', isFinal: false },
      async prepare(time) {
        const { externalId } = place().listing
        const rules = {
          ...{ minNights: 3 + time, bookingWindowDays: 200 + time },
          changeOverDays: time % 2 === 0 ? ['saturday' as const] : ['friday' as const, 'sunday' as const],
        }
        return {
          done: rules,
          act: (other) => homeRules.write(other, externalId, rules),
          shown: () => homeRules.read(context(), externalId),
        }
      },
    })
  if (bookingHook)
    actions.push({
      ...{ name: 'replaces where bookings are told', isFinal: false },
      async prepare(time) {
        const url = `https://hooks.example.com/${time}`
        return {
          done: url,
          act: (other) => bookingHook.write(other, url),
          shown: () => bookingHook.read(context()),
        }
      },
    })
  return actions
}

export function actionFaultSuite<C extends TSchema>(
  connector: Connector<C>,
  facts: VendorFacts,
  writes: WriteFacts,
): void {
  describe('actions whose answer is lost', { concurrency: false }, () => {
    let place: FaultSuiteSetting<C>
    before(async () => {
      const bench = await openBench(connector, facts.start, { listings: 3, reservations: 6 })
      place = { bench, writes, listing: present((await bench.walk().listings()).records[0]) }
    })
    after(() => place.bench.close())
    beforeEach(async () => {
      await place.bench.control.clearFaults()
      await place.bench.advance(120_000)
    })

    const { operations } = connector
    for (const { name, isFinal, prepare } of [
      ...answering(operations, () => place),
      ...setting(operations, () => place),
    ]) {
      it(`${name} once, or nobody knows, whatever becomes of the answer`, async () => {
        const { bench } = place
        let time = 0
        const first = await prepare(time++)
        await bench.control.clearCalls()
        await first.act(bench.context('guest'))
        const written = await callThatDid(bench, isFinal)
        assert.deepEqual(await first.shown(), first.done)
        for (const fault of everyFault) {
          const attempt = await prepare(time++)
          const earlier = await attempt.shown()
          assert.notDeepEqual(earlier, attempt.done, fault)
          await bench.control.fault(fault, { count: 1 }, written)
          const timeoutMs = isSilent(fault) ? { timeoutMs: impatientMs } : {}
          await bench.control.clearCalls()
          const error = await errorOf(attempt.act(bench.context('guest', bench.open(timeoutMs))))
          await bench.control.clearFaults()
          if (error !== null) assert.ok(isHonest(fault, error.kind), `${fault}: ${error.kind}`)
          const isDone = error === null || afterActing.includes(fault)
          assert.deepEqual(await attempt.shown(), isDone ? attempt.done : earlier, fault)
          const again = await errorOf(attempt.act(bench.context('guest')))
          // A final answer is refused the second time, and stays as it was.
          if (isFinal && isDone) assert.equal(again?.kind, 'rejected', fault)
          else assert.equal(again, null, `${fault}: ${String(again)}`)
          assert.deepEqual(await attempt.shown(), attempt.done, fault)
        }
      })
    }
  })
}

/**
 * Finds the call by carrying the act out. A final act's path has an id of its own, so the fault matches any
 * id.
 */
async function callThatDid<C extends TSchema>(
  { control }: Bench<C>,
  isFinal: boolean,
): Promise<{ path: string; method: string }> {
  const { path, method } = present((await control.calls()).findLast((call) => call.method !== 'GET'))
  const plain = present(path.split('?')[0])
  return { path: isFinal ? plain.slice(0, plain.lastIndexOf('/')) : plain, method }
}

async function errorOf(work: Promise<unknown>): Promise<VendorError | null> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error === null || error instanceof VendorError, String(error))
  return error
}
