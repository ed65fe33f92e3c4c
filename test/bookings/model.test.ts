/** Random walks of stays and of intents, each step compared with a model that is a few lines long. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { VendorOperations } from '../../src/connector-kit/connector.ts'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { actKinds } from '../../src/features/act-kinds.ts'
import { markerOf } from '../../src/features/bookings/pms/pms-act.ts'
import { startActResolver } from '../../src/upstream/acts/public.ts'
import { intentStates } from '../../src/contract/reservation-intent.ts'
import { bookingMoves, type ShownStatus } from '../../src/features/bookings/reservation-state.ts'
import { freshSpace } from '../api/rows.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { until } from '../harness/until.ts'
import { fakeVendor, listing, stay } from '../sync/fake-vendor.ts'
import { startFakeWorld, type World } from '../sync/world.ts'

const day = (n: number) => String(Temporal.PlainDate.from('2026-06-10').add({ days: n }))

describe('stays of a listing with two units', () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp({ env: { BURST_LIMIT: '1000000' } })
  })
  after(() => app.close())

  interface Stay {
    id: string
    from: number
    to: number
    status: 'confirmed' | 'pending' | 'cancelled'
  }
  let today = 0
  const shown = ({ status, to }: Stay): ShownStatus =>
    status === 'confirmed' && to < today ? 'completed' : status
  const isFull = (stays: readonly Stay[], from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => from + n).some(
      (night) =>
        stays.filter((other) => other.status !== 'cancelled' && other.from <= night && night < other.to)
          .length >= 2,
    )

  const dates = fc.tuple(fc.nat(11), fc.integer({ min: 1, max: 4 }))
  const command = fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('book' as const), dates, tentative: fc.boolean() }) },
    fc.record({ do: fc.constant('move' as const), which: fc.nat(20), dates }),
    fc.record({ do: fc.constant('cancel' as const), which: fc.nat(20) }),
    fc.record({ do: fc.constant('wait' as const) }),
  )

  it('are never more than there are units, and answer as the model does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 25 }), async (commands) => {
        const own = await freshSpace(app)
        today = 0
        app.clock.set(`${day(0)}T12:00:00Z`)
        const listingId = await own.rows.listing({
          unit_count: 2,
          currency: 'EUR',
          default_nightly_price: '10',
        })
        const stays: Stay[] = []
        const send = (method: string, url: string, body?: unknown) =>
          app.call(method, url, { key: own.liveKey, ...(body === undefined ? {} : { body }) })

        for (const step of commands) {
          if (step.do === 'wait') {
            today += 1
            app.clock.advance(24 * 3_600_000)
            continue
          }
          if (step.do === 'book') {
            const [from, nights] = step.dates
            const status = step.tentative ? 'tentative' : 'confirmed'
            const stretch = { checkIn: day(from), checkOut: day(from + nights) }
            const answer = await send('POST', '/v1/reservations', {
              listingId,
              ...stretch,
              status,
              guest: { firstName: 'A' },
            })
            const expected = from < today ? 400 : isFull(stays, from, from + nights) ? 422 : 201
            assert.equal(answer.status, expected, answer.text)
            if (answer.status === 201) {
              const booked = {
                from,
                to: from + nights,
                status: step.tentative ? 'pending' : 'confirmed',
              } as const
              stays.push({ id: String(answer.body['id']), ...booked })
            }
            continue
          }
          const chosen = stays[step.which % Math.max(1, stays.length)]
          if (!chosen) continue
          if (step.do === 'move') {
            const [from, nights] = step.dates
            const answer = await send('PATCH', `/v1/reservations/${chosen.id}`, {
              checkIn: day(from),
              checkOut: day(from + nights),
            })
            const others = stays.filter((other) => other !== chosen)
            const isSame = chosen.from === from && chosen.to === from + nights
            const possible = 'to' in bookingMoves[shown(chosen)].modify
            const isOver = from !== chosen.from && from < today
            const allowed = possible && !isOver && (isSame || !isFull(others, from, from + nights))
            assert.equal(answer.status, allowed ? 200 : possible && isOver ? 400 : 422, answer.text)
            if (allowed) Object.assign(chosen, { from, to: from + nights })
          } else {
            const answer = await send('POST', `/v1/reservations/${chosen.id}/cancel`)
            const move = bookingMoves[shown(chosen)].cancel
            const already = move === 'already'
            assert.equal(answer.status, already || 'to' in move ? 200 : 409, answer.text)
            assert.equal(answer.body['alreadyCancelled'] ?? false, already)
            if (answer.status === 200) chosen.status = 'cancelled'
          }
        }
        const calendar = await own.get(`/v1/availability/${listingId}?from=${day(0)}&to=${day(20)}`)
        const left = [...(calendar.body['days'] ?? [])].map((night) => Number(night['availableUnits']))
        const expected = left.map(
          (_, n) =>
            2 - stays.filter(({ status, from, to }) => status !== 'cancelled' && from <= n && n < to).length,
        )
        assert.deepEqual(left, expected)
        const listed = await own.get('/v1/reservations?limit=100')
        assert.deepEqual(
          [...(listed.body['data'] ?? [])].map((row) => [row['id'], row['status'], row['checkIn']]),
          stays.map((each) => [each.id, shown(each), day(each.from)]),
        )
      }),
      { numRuns: 25 },
    )
  })
})

describe('intents', () => {
  /** How the vendor takes the next booking, and whether it can be asked. */
  type Mood = 'takes' | 'refuses' | 'fails first' | 'fails after' | 'is silent first' | 'is silent after'
  const vendor = fakeVendor()
  const marked = new Map<string, string[]>()
  let mood: Mood = 'takes'
  let canLook = true
  const trouble = (isSilent: boolean) =>
    isSilent
      ? new VendorError('timeout', 'no answer in time')
      : new VendorError('unavailable', 'status 500', { status: 500 })
  const writes: Partial<VendorOperations> = {
    reservationWrites: {
      fields: {
        customPrice: 'optional',
        notes: true,
        unit: false,
        tentative: false,
        sendConfirmationEmail: false,
      },
      ownSources: ['direct'],
      async create(_, draft) {
        if (mood === 'refuses') throw new VendorError('rejected', 'status 400', { status: 400 })
        const isSilent = mood.startsWith('is silent')
        if (mood.endsWith('first')) throw trouble(isSilent)
        const externalId = `V${vendor.stays.size}`
        vendor.stays.set(externalId, stay(externalId, { checkIn: draft.checkIn, checkOut: draft.checkOut }))
        marked.set(draft.marker, [...(marked.get(draft.marker) ?? []), externalId])
        if (mood.endsWith('after')) throw trouble(isSilent)
        return { externalId, errors: [] }
      },
      async findMarked(_, { marker }) {
        if (!canLook) throw trouble(false)
        return marked.get(marker) ?? []
      },
    },
  }
  let world: World
  let listingId = ''
  before(async () => {
    vendor.listings.set('A', listing('A', { unitCount: 100 }))
    world = await startFakeWorld({
      ...vendor.connector,
      operations: { ...vendor.connector.operations, ...writes },
    })
    await world.startWorker()
    await world.connect()
    await world.settle()
    await world.stopWorker()
    listingId = (await world.all<{ id: string }>('/v1/listings'))[0]?.id ?? ''
  })
  after(() => world.close())

  const moods = [
    'takes',
    'refuses',
    'fails first',
    'fails after',
    'is silent first',
    'is silent after',
  ] as const
  const command = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('send' as const),
        key: fc.nat(1),
        mood: fc.constantFrom(...moods),
        canLook: fc.boolean(),
      }),
    },
    fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 6, 61) }),
    fc.record({ do: fc.constant('resolve' as const), canLook: fc.boolean() }),
  )

  interface Model {
    state: (typeof intentStates)[number] | null
    /** In the vendor's books. */
    isMade: boolean
    settlesAt: number
    /** The stored answer: the same from then on. */
    final: number | null
  }

  async function resolveAll(): Promise<void> {
    const resolver = startActResolver(world.services, actKinds, { askEveryMs: 5 })
    await until('every due intent to be looked at', async () => {
      const { rows } = await sql`
        select from vendor_acts
        where next_look_at <= ${world.app.clock.now()} or held_until is not null limit 1`.execute(
        world.app.db,
      )
      return rows.length === 0
    }).finally(() => resolver.stop())
  }

  let run = 0
  it('book once at most, and end as the model does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 14 }), async (commands) => {
        run += 1
        const now = () => world.app.clock.now().getTime()
        const models: Model[] = [0, 1].map(() => ({ state: null, isMade: false, settlesAt: 0, final: null }))
        const nameOf = (key: number) => `walk-${run}-${key}`
        const stored = async (key: number) => {
          const answer = await world.app.get(`/v1/reservations/intents/${nameOf(key)}`)
          return answer.status === 404
            ? null
            : (String(answer.body['state']) as (typeof intentStates)[number])
        }
        const send = (model: Model): number => {
          if (mood === 'refuses') return Object.assign(model, { state: 'refused', final: 422 }).final
          model.isMade ||= !mood.endsWith('first')
          if (mood === 'takes' || (model.isMade && canLook))
            return Object.assign(model, { state: 'succeeded', final: 201 }).final
          model.state = 'unknown'
          model.settlesAt = now() + (mood.startsWith('is silent') ? 60_000 : 5_000)
          if (!canLook) model.settlesAt = Math.max(model.settlesAt, now() + 5_000)
          return 502
        }
        const answerOf = (model: Model): number => {
          if (model.final !== null) return model.final
          if (model.state !== 'unknown') {
            return model.state === 'succeeded' ? (model.final = 201) : send(model)
          }
          if (!canLook) {
            model.settlesAt = Math.max(model.settlesAt, now() + 5_000)
            return 502
          }
          if (model.isMade) return Object.assign(model, { state: 'succeeded', final: 201 }).final
          return model.settlesAt > now() ? 502 : send(model)
        }
        for (const step of commands) {
          if (step.do === 'wait') world.app.clock.advance(step.seconds * 1000)
          if (step.do === 'send') {
            const model = models[step.key] as Model
            ;[mood, canLook] = [step.mood, step.canLook]
            const before = model.state
            const expected = answerOf(model)
            const answer = await world.app.post(
              '/v1/reservations',
              { listingId, checkIn: '2027-03-01', checkOut: '2027-03-02', guest: { firstName: 'A' } },
              { headers: { 'idempotency-key': nameOf(step.key) } },
            )
            assert.equal(answer.status, expected, `${String(before)} ${mood} ${canLook}: ${answer.text}`)
          }
          if (step.do === 'resolve') {
            canLook = step.canLook
            world.app.clock.advance(3_700_000)
            await resolveAll()
            for (const model of models) {
              if (model.state !== 'unknown') continue
              if (!canLook) model.settlesAt = Math.max(model.settlesAt, now() + 5_000)
              else model.state = model.isMade ? 'succeeded' : 'refused'
            }
          }
          for (const [key, model] of models.entries()) assert.equal(await stored(key), model.state)
        }
        for (const [key, model] of models.entries()) {
          const { rows } = await sql<{ reservation_id: string | null }>`
            select reservation_id from vendor_acts where key = ${nameOf(key)}`.execute(world.app.db)
          const [row] = rows
          assert.equal(
            (marked.get(markerOf(world.app.scope, nameOf(key))) ?? []).length,
            model.isMade ? 1 : 0,
            'booked once at most',
          )
          assert.equal(row?.reservation_id != null, model.state === 'succeeded')
        }
      }),
      { numRuns: 30 },
    )
    assert.deepEqual([...intentStates].toSorted(), [
      'made',
      'refused',
      'sent',
      'started',
      'succeeded',
      'unknown',
    ])
  })
})
