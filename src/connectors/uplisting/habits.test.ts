import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { startSimulator, type SimulatorOptions } from '../../../simulators/index.ts'
import { readCredentials } from '../../connector-kit/credentials.ts'
import { openBench, type StartSimulator } from '../../connector-kit/testing/bench.ts'
import { failureOf, present } from '../../connector-kit/testing/walk.ts'
import type { VendorHttp } from '../../connector-kit/http.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { ReservationDraft } from '../../connector-kit/write-operations.ts'
import { signals } from './envelope.ts'
import { uplisting } from './index.ts'

const key = 'c59646a5-bdcc-456c-bb4c-5e1f0475b254'

async function openAccount(
  t: TestContext,
  habits: SimulatorOptions['habits'] = {},
  portfolio = { listings: 3, reservations: 20 },
) {
  const start: StartSimulator = (vendor, options) => startSimulator(vendor, { ...options, habits })
  const bench = await openBench(uplisting, start, portfolio)
  t.after(() => bench.close())
  return bench
}

const draft: ReservationDraft = {
  listingExternalId: '7401',
  checkIn: '2028-03-01',
  checkOut: '2028-03-04',
  status: 'confirmed',
  platform: 'direct',
  adults: 2,
  children: 0,
  currency: 'EUR',
  marker: 'lwtest00000000000001',
  guest: { firstName: 'Ines', lastName: 'Marchetti' },
}

describe('the key of an Uplisting account', () => {
  const accountOf = (apiKey: string) => {
    const read = readCredentials(uplisting, { apiKey })
    assert.ok(read.ok)
    return uplisting.accountOf(read.credentials)
  }

  it('is one account, also as software sends it', () => {
    for (const written of [key, `${key}:`])
      assert.equal(accountOf(Buffer.from(written).toString('base64')), accountOf(key))
    assert.notEqual(accountOf('another-key-of-the-vendor'), accountOf(key))
  })
})

describe('Uplisting’s bookings', { concurrency: false }, () => {
  it('are read whole over several pages, also when one leaves the list meanwhile', async (t) => {
    const bench = await openAccount(t, {}, { listings: 1, reservations: 130 })
    const { page } = present(uplisting.operations.reservations)
    const read = new Set<string>()
    let cursor: string | null = null
    do {
      const found: Awaited<ReturnType<typeof page>> = await page(bench.context(), { cursor, since: null })
      for (const { externalId } of found.records) read.add(externalId)
      // The first row goes, so the others move up behind the reader.
      if (cursor === null) await bench.control.erase(present(found.records[0]).externalId)
      cursor = found.next
    } while (cursor !== null)
    const held = (await bench.control.state()).reservations.map(({ id }) => String(id))
    assert.deepEqual(
      held.filter((id) => !read.has(id)),
      [],
    )
  })

  it('are looked for first where a walk has seen them', async (t) => {
    const bench = await openAccount(t, {}, { listings: 12, reservations: 60 })
    const { records } = await bench.walk().reservations('2026-01-01T00:00:00Z')
    const last = present(records.at(-1))
    await bench.control.clearCalls()
    await present(uplisting.operations.reservations?.one)(bench.context(), last.externalId)
    const asked = (await bench.control.calls()).filter(({ path }) => path.startsWith('/bookings/'))
    assert.deepEqual(
      asked.map(({ path }) => path.split('?')[0]),
      [`/bookings/${String(last.listingExternalId)}`],
    )
  })

  it('of a listed property that answers 404 are a failure and never none', async () => {
    const read = async (listed: string[]) => {
      const lists = [[{ id: '7' }], listed.map((id) => ({ id }))]
      const get = async (path: string) => {
        if (path === '/properties') return { data: lists.shift() ?? [] }
        throw new VendorError('not_found', 'Resource not found', { status: 404 })
      }
      const context = { http: { get } as unknown as VendorHttp, now: () => new Date('2027-01-01T00:00:00Z') }
      return present(uplisting.operations.reservations).page(context, { cursor: null, since: null })
    }
    assert.equal((await failureOf(read(['7', '8']))).kind, 'malformed')
    assert.deepEqual((await read(['8'])).records, [])
  })

  it('are refused by name without a client id, and nothing is sent', async (t) => {
    const bench = await openAccount(t, { withoutClientId: 1 })
    const { create } = present(uplisting.operations.reservationWrites)
    const error = await failureOf(create(bench.context('guest'), draft))
    assert.deepEqual([error.kind, error.reason], ['rejected', 'not_eligible'])
    assert.match(error.message, /client id/)
    assert.ok(bench.calls.every(({ method }) => method === 'GET'))
  })

  it('need a guest who can be told from others, as nothing marks them', async (t) => {
    const bench = await openAccount(t)
    const { create } = present(uplisting.operations.reservationWrites)
    const error = await failureOf(create(bench.context('guest'), { ...draft, guest: { firstName: 'Ines' } }))
    assert.match(error.message, /full name/)
  })

  it('come with their deliveries, whichever way those are wrapped', () => {
    const { receive } = present(uplisting.operations.inbound)
    const row = { id: 1, property_id: 2, check_in: '2021-12-03', reason: 'destroyed' }
    const expected = [
      { entity: 'reservations', externalId: '1' },
      { entity: 'calendar', externalId: '2' },
    ]
    for (const body of [row, { event: 'booking_created', data: row }, { data: { id: 1, attributes: row } }])
      assert.deepEqual(
        receive({ headers: {}, body, rawBody: Buffer.from('') }, { externalId: '1', secrets: {} }),
        expected,
      )
  })
})

describe('Uplisting’s refusals', () => {
  it('say what was wrong, in both versions', () => {
    const said = (json: unknown) => signals.messageOf?.(json)
    assert.equal(
      said({ error: 'Invalid Authorization header format' }),
      'Invalid Authorization header format',
    )
    assert.equal(
      said({ errors: [{ title: 'Invalid', detail: 'Property must exist' }, { title: 'No guest' }, 'Late'] }),
      'Property must exist; No guest; Late',
    )
    assert.equal(said({ status: 'x' }), null)
  })

  it('of nights that are over come before anything is sent', async (t) => {
    const bench = await openAccount(t)
    const { write } = present(uplisting.operations.calendarWrites)
    const change = { listingExternalId: '7401', unitCount: 1, price: '90.00', currency: 'EUR' }
    const later = Temporal.Now.plainDateISO('UTC').add({ days: 300 })
    const { refused } = await write(bench.context('calendar'), [
      { ...change, from: '2020-01-01', to: '2020-01-02' },
      { ...change, from: String(later), to: String(later.add({ days: 1 })) },
    ])
    assert.deepEqual(
      refused.map(({ index }) => index),
      [0],
    )
    const sent = bench.calls.filter(({ method }) => method === 'POST')
    assert.equal(sent.length, 1)
  })
})
