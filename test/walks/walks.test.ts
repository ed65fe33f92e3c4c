/**
 * One changed reservation, a booking at Hostaway and one at Mews, traced through the real application: what they cost is
 * limited, and `docs/internals/walks.md` says the way they take.
 */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startSync } from '../../src/features/sync/turn/scheduler.ts'
import { createPgBudget } from '../../src/upstream/budget.ts'
import { startPmsWorld, stay, type PmsWorld } from '../bookings/pms-world.ts'
import { startVendorWorld, type VendorWorld } from '../bookings/vendor-world.ts'
import { basic, registrations } from '../sync/registrations.ts'
import { filesOf, partsOf, rowUpdates, statementsOf, type Walk } from './parts.ts'
import { pageOf } from './page.ts'
import { traced, type Statement } from './trace.ts'

const page = path.resolve(import.meta.dirname, '../../docs/internals/walks.md')

const hint = 'The hint'
const change = 'The change is read and stored'
const nights = 'The nights of its listing are read again'

let world: PmsWorld
let changed: Walk
let booked: Walk
let bookedAtMews: Walk
before(async () => {
  world = await startPmsWorld()
  await world.stopWorker()
  booked = await walkOfBooking()
  changed = await walkOfChange()
  const mews = await startVendorWorld('mews')
  bookedAtMews = await walkAtMews(mews).finally(() => mews.close())
})
after(() => world.close())

const passes = (file: string) => (statement: Statement) =>
  statement.files.includes(`src/features/sync/${file}`)
const isStep = passes('fetch/fetch-step.ts')
const isHint = passes('hint/inbound.ts')

function vendorCalls({ simulator }: Pick<VendorWorld, 'simulator'> = world): string[] {
  const calls = simulator.calls.list()
  return calls.map(({ method, path: called }) => `${method} ${called.replaceAll(/\d{2,}/g, '{id}')}`)
}

async function walkOfChange(): Promise<Walk> {
  const { app, simulator } = world
  // Calls that are taken ahead of a limit are not lost because a test machine is slow.
  const budget = createPgBudget({ db: app.db, now: () => 0, sleep: async () => {} })
  // It looks once when it starts, and then when it is told to.
  const worker = await startSync(world.services, { budget, askEveryMs: 3_600_000, random: () => 0 })
  try {
    await world.settle()
    const row = world.state().reservations.find((one) => String(one['guestName']).startsWith('Ada '))
    assert.ok(row)
    const [registration] = await registrations(world)
    assert.ok(registration)
    simulator.operations.updateReservation(String(row.id), {
      arrivalDate: '2027-03-02',
      departureDate: '2027-03-06',
      totalPrice: 812,
    })
    simulator.calls.clear()
    const trace = await traced(
      async ({ sent, pause }) => {
        const answer = await app.post(
          new URL(registration.url).pathname,
          { object: 'reservation', event: 'reservation.updated', accountId: 1, data: { id: row.id } },
          { headers: { authorization: basic(registration) } },
        )
        assert.equal(answer.status, 200, answer.text)
        pause()
        app.clock.advance(1000)
        worker.wake()
        await sent('pg_advisory_unlock')
      },
      { beside: [watch] },
    )
    // What lies between the steps of the turn, and the steps.
    const around = ['A turn begins', 'What is next?', 'The turn ends']
    const within = [change, nights]
    let done = 0
    const parts = partsOf(trace, (statement) => {
      if (isHint(statement)) return hint
      const [title = ''] = (isStep(statement) ? within : around).slice(done)
      if (isStep(statement) && statement.text === 'commit') done += 1
      return title
    })
    return {
      title: 'A changed reservation',
      about:
        'Of a stay at Hostaway the dates and the price changed. The webhook is taken for a hint: a turn reads the record, stores it with its history and its events, and then reads the nights of its listing.',
      parts,
      vendorCalls: vendorCalls(),
    }
  } finally {
    await worker.stop()
  }
}

/** It looks at connections twice a second, whatever else is done. */
const watch = 'src/platform/silent-connections.ts'
/** A request has no part in them: they tidy up what the server holds. */
const loops = { beside: [watch, 'src/platform/background-loop.ts'] }

async function walkOfBooking(): Promise<Walk> {
  world.simulator.calls.clear()
  const trace = await traced(async () => {
    const made = await world.book({}, 'walk')
    assert.equal(made.status, 201, made.text)
  }, loops)
  return {
    title: 'A booking at Hostaway',
    about: `\`POST /v1/reservations\` with an \`Idempotency-Key\` for a listing that Hostaway keeps, ${stay.checkIn} to ${stay.checkOut}.`,
    parts: partsOf(trace, () => 'The request'),
    vendorCalls: vendorCalls(),
  }
}

async function walkAtMews(mews: VendorWorld): Promise<Walk> {
  // What they do meanwhile is no part of the request.
  await mews.stopWorkers()
  const book = async (name: string) => {
    const { listingId, checkIn, checkOut } = mews.slot()
    const guest = { firstName: 'Ada', lastName: name, email: `${name}@example.com` }
    const body = { listingId, checkIn, checkOut, adults: 2, guest }
    mews.simulator.calls.clear()
    const made = await mews.send('POST', '/v1/reservations', body, name)
    assert.equal(made.status, 201, made.text)
  }
  await mews.app.forgetClients()
  const trace = await traced(() => book('cold'), loops)
  const cold = vendorCalls(mews)
  await book('warm')
  return {
    title: 'A booking at Mews',
    about:
      'The same request for a room type of a hotel. Mews has a call for each thing: settings are asked once for a process, whether the nights are free is asked each time.',
    parts: partsOf(trace, () => 'The request'),
    vendorCalls: cold,
    warmCalls: vendorCalls(mews),
    like: booked,
  }
}

const statementsIn = (walk: Walk, titles: readonly string[]) =>
  walk.parts.filter(({ title }) => titles.includes(title)).flatMap(({ statements }) => statements).length

const atMost = (most: number, actual: number, what: string) =>
  assert.ok(actual <= most, `${what}: ${actual}, and at most ${most} are allowed`)

describe('a changed reservation', () => {
  it('is read and stored with at most 18 statements, and its row is written once', () => {
    atMost(18, statementsIn(changed, [change]), 'statements of the change')
    const step = { ...changed, parts: changed.parts.filter(({ title }) => title === change) }
    assert.equal(rowUpdates(step, 'reservations'), 1)
    assert.equal(rowUpdates(changed, 'reservations'), 1)
  })

  it('costs no more with all that comes before and after it', () => {
    // One of them, once an hour, is the line of the audit log that the webhook's secret was used.
    atMost(5, statementsIn(changed, [hint]), 'statements of the hint')
    atMost(18, statementsIn(changed, [nights]), 'statements of the nights')
    atMost(57, statementsOf(changed).length, 'statements')
    atMost(3, changed.vendorCalls.length, 'vendor calls')
    atMost(169, filesOf(changed).length, 'files')
  })

  it('is told', async () => {
    const told = (await world.events()).map(({ type }) => type)
    assert.deepEqual(told.slice(-2), ['reservation.created', 'reservation.updated'])
  })
})

describe('a booking at Hostaway', () => {
  it('costs no more', () => {
    // One of them writes down what the vendor answered, before it is recorded, and one the line of the audit log.
    atMost(38, statementsOf(booked).length, 'statements')
    atMost(3, booked.vendorCalls.length, 'vendor calls')
    atMost(189, filesOf(booked).length, 'files')
    assert.equal(rowUpdates(booked, 'reservations'), 1)
  })
})

describe('a booking at Mews', () => {
  it('costs no more', () => {
    atMost(38, statementsOf(bookedAtMews).length, 'statements')
    atMost(14, bookedAtMews.vendorCalls.length, 'vendor calls')
    atMost(9, bookedAtMews.warmCalls?.length ?? Infinity, 'vendor calls once the account was asked before')
    atMost(197, filesOf(bookedAtMews).length, 'files')
    assert.equal(rowUpdates(bookedAtMews, 'reservations'), 1)
  })
})

it('docs/internals/walks.md says so', async () => {
  const text = pageOf([changed, booked, bookedAtMews])
  if (process.env['WRITE_WALKS']) await writeFile(page, text)
  const written = await readFile(page, 'utf8').catch(() => '')
  // Line by line, for what a slow machine did otherwise to be seen.
  const [there, now] = [written.split('\n'), text.split('\n')]
  assert.deepEqual(
    { gone: there.filter((line) => !now.includes(line)), come: now.filter((line) => !there.includes(line)) },
    { gone: [], come: [] },
    'docs/internals/walks.md is out of date. Run: WRITE_WALKS=1 npm test -- test/walks',
  )
  assert.ok(written === text, 'the order of lines in docs/internals/walks.md is out of date')
})
