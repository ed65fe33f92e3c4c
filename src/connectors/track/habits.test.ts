import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { startSimulator, type SimulatorOptions } from '../../../simulators/index.ts'
import { readCredentials } from '../../connector-kit/credentials.ts'
import { openBench, type StartSimulator } from '../../connector-kit/testing/bench.ts'
import { failureOf, present } from '../../connector-kit/testing/walk.ts'
import { everyRow, plainId } from '../../connector-kit/paginate.ts'
import type { ReservationDraft } from '../../connector-kit/write-operations.ts'
import { signals } from './envelope.ts'
import { track } from './index.ts'
import { windowPage } from './reservations.ts'

const keys = { apiKey: 'a1b2c3d4e5f6', apiSecret: 's3cr3t-s3cr3t' }

async function openAccount(t: TestContext, habits: SimulatorOptions['habits']) {
  const start: StartSimulator = (vendor, options) =>
    startSimulator(vendor, { ...options, ...(habits === undefined ? {} : { habits }) })
  const bench = await openBench(track, start, { listings: 4, reservations: 140 })
  t.after(() => bench.close())
  const held = (await bench.control.state()).reservations.map(({ id }) => String(id)).toSorted()
  const read = async (since: string | null = null) => {
    const { records, expected } = await bench.walk().reservations(since)
    return { ids: records.map(({ externalId }) => externalId).toSorted(), expected }
  }
  return { bench, held, read }
}

describe('the address of a Track account', () => {
  const read = (domain: string) => readCredentials(track, { ...keys, domain })

  it('is taken as people paste it, and is one account however it is written', () => {
    for (const domain of [
      'seaside.trackhs.com',
      'https://seaside.trackhs.com/',
      'https://SeaSide.trackhs.com/api/pms/',
      'seaside.trackhs.com/api',
    ]) {
      const credentials = read(domain)
      assert.ok(credentials.ok, domain)
      assert.equal(track.accountOf(credentials.credentials), 'seaside.trackhs.com')
      assert.equal(track.baseUrlOf?.(credentials.credentials), 'https://seaside.trackhs.com')
    }
    assert.ok(read('demo.tracksandbox.io').ok)
  })

  it('is the vendor’s own host and no other', () => {
    for (const domain of [
      '127.0.0.1',
      'localhost',
      '10.0.0.8/seaside.trackhs.com',
      'trackhs.com',
      'seaside.trackhs.com.example.org',
      'seaside.trackhs.com@example.org',
      'example.org#.trackhs.com',
      'example.org/?x=.trackhs.com',
      'seaside-trackhs.com',
      'seaside.trackhs.com:8443',
      'http://seaside.trackhs.com',
      'user@seaside.trackhs.com',
      '-seaside.trackhs.com',
      'sea\nside.trackhs.com',
      '[::1].trackhs.com',
    ])
      assert.equal(read(domain).ok, false, domain)
  })
})

describe('Track’s lists', { concurrency: false }, () => {
  it('are read whole where a search gives fewer rows than it counts', async (t) => {
    const { bench, held } = await openAccount(t, { resultWindow: 100 })
    const { http } = bench.context()
    const rows = await everyRow((cursor) => windowPage(http, {}, cursor, 100))
    assert.deepEqual([...new Set(rows.map(plainId))].toSorted(), held)
    const refused = await failureOf(everyRow((cursor) => windowPage(http, {}, cursor)))
    assert.equal(refused.kind, 'rejected')
  })

  it('are read whole where pages are smaller than requested', async (t) => {
    const { held, read } = await openAccount(t, { pageCap: 25 })
    const { ids, expected } = await read()
    assert.deepEqual(ids, held)
    assert.equal(expected, held.length)
  })
})

const draftOf = (guest: ReservationDraft['guest']): ReservationDraft => ({
  listingExternalId: '101',
  checkIn: '2028-03-01',
  checkOut: '2028-03-04',
  status: 'confirmed',
  platform: 'direct',
  adults: 2,
  children: 0,
  currency: 'EUR',
  marker: 'lwtest00000000000001',
  guest,
})

describe('Track’s bookings', { concurrency: false }, () => {
  it('need a way to reach the guest, and are not sent without one', async (t) => {
    const { bench, held } = await openAccount(t, undefined)
    const { create } = present(track.operations.reservationWrites)
    const draft = draftOf({ firstName: 'Ines', lastName: 'Marchetti' })
    const error = await failureOf(create(bench.context('guest'), draft))
    assert.deepEqual([error.kind, /email address or a phone/.test(error.message)], ['rejected', true])
    assert.equal((await bench.control.state()).reservations.length, held.length)
  })

  it('are found by their marker after staff moved them to another unit', async (t) => {
    const { bench } = await openAccount(t, undefined)
    const { create, findMarked } = present(track.operations.reservationWrites)
    const context = bench.context('guest')
    const draft = draftOf({ firstName: 'Ines', email: 'ines@example.com' })
    const since = context.now()
    const { externalId } = await create(context, draft)
    await bench.control.change(externalId, { unitId: 104, arrivalDate: '2028-03-02' })
    assert.deepEqual(await findMarked(context, { ...draft, since }), [externalId])
  })

  it('say what the vendor’s checks found', () => {
    const told = signals.messageOf?.({
      ...{ type: 'about:blank', title: 'Unprocessable Entity', status: 422, detail: 'Failed Validation' },
      validation_messages: ['Rate type is invalid or not active.'],
    })
    assert.equal(told, 'Failed Validation: Rate type is invalid or not active.')
  })
})
