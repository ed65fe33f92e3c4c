/** What a PMS may answer that no simulator does on demand: a connector of the test's own stands for it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { VendorOperations } from '../../src/connector-kit/connector.ts'
import { VendorError, type VendorRefusalReason } from '../../src/connector-kit/vendor-error.ts'
import type { ReservationDraft } from '../../src/connector-kit/write-operations.ts'
import { fakeVendor, listing, stay } from '../sync/fake-vendor.ts'
import { startFakeWorld, type World } from '../sync/world.ts'
import { errorOf } from './pms-world.ts'

const vendor = fakeVendor()
/** What the next write does. */
let answer: () => void = () => {}
const refuse = (reason?: VendorRefusalReason, existing?: string) => () => {
  throw new VendorError('rejected', 'refused with status 409', {
    vendorMessage: 'No, thank you.',
    status: 409,
    ...(reason === undefined ? {} : { reason }),
    ...(existing === undefined ? {} : { existing }),
  })
}
const drafts: ReservationDraft[] = []
const answered: unknown[] = []
const change = (externalId: string, more: object) => {
  vendor.stays.set(externalId, { ...stay(externalId), ...vendor.stays.get(externalId), ...more } as never)
  return { externalId, errors: [] }
}
const writes: Partial<VendorOperations> = {
  reservationWrites: {
    fields: {
      customPrice: 'required',
      notes: false,
      unit: true,
      tentative: true,
      sendConfirmationEmail: true,
    },
    ownSources: ['direct'],
    async create(_, draft) {
      answer()
      drafts.push(draft)
      const externalId = `made-${drafts.length}`
      change(externalId, {
        checkIn: draft.checkIn,
        checkOut: draft.checkOut,
        status: draft.status === 'tentative' ? 'pending' : 'confirmed',
      })
      return {
        externalId,
        errors: [{ section: 'sendConfirmationEmail', code: 'rejected', message: 'No mail is set up.' }],
      }
    },
    findMarked: async () => [],
    modify: {
      dates: false,
      async run(_, { externalId, adults }) {
        answer()
        return change(externalId, { occupancy: { adults, children: 0, infants: 0, pets: 0, total: adults } })
      },
    },
    async cancel(_, { externalId }) {
      answer()
      vendor.stays.delete(externalId)
      return { externalId, errors: [] }
    },
  },
  requestAnswers: {
    async accept(_, { externalId }) {
      answer()
      answered.push(['accept', externalId])
      change(externalId, { status: 'confirmed', pendingReason: null })
    },
    async decline(_, { externalId, reason, message }) {
      answer()
      answered.push(['decline', externalId, reason, message])
      change(externalId, { status: 'cancelled', statusDetail: 'declined', pendingReason: null })
    },
  },
}
const connector = { ...vendor.connector, operations: { ...vendor.connector.operations, ...writes } }

let world: World
let listingId = ''
let unitId = ''
const ids = new Map<string, string>()
const id = (externalId: string) => ids.get(externalId) ?? assert.fail(`no ${externalId}`)
before(async () => {
  vendor.listings.set('A', listing('A', { model: 'hotel', unitCount: 20 }))
  vendor.units.set('R1', { externalId: 'R1', listingExternalIds: ['A'], name: 'Room 1', active: true })
  vendor.stays.set('own', stay('own', { checkIn: '2027-01-01', checkOut: '2027-01-03' }))
  vendor.stays.set('gone', stay('gone', { checkIn: '2027-02-01', checkOut: '2027-02-03' }))
  const request = {
    status: 'pending',
    pendingReason: 'host_approval',
    source: 'airbnb',
    bookedAt: '2026-06-15T11:00:00Z',
    checkIn: '2027-05-01',
    checkOut: '2027-05-03',
  } as const
  for (const name of ['ask-1', 'ask-2', 'ask-3']) vendor.stays.set(name, stay(name, request))
  vendor.stays.set('late', stay('late', { ...request, bookedAt: '2026-06-13T11:00:00Z' }))
  vendor.stays.set('unpaid', stay('unpaid', { ...request, pendingReason: 'guest_payment' }))
  world = await startFakeWorld(connector)
  await world.startWorker()
  await world.connect()
  await world.settle()
  const { rows } = await sql<{
    id: string
    external_id: string
  }>`select id, external_id from reservations`.execute(world.app.db)
  for (const row of rows) ids.set(row.external_id, row.id)
  const [home] = await world.all<{ id: string }>('/v1/listings')
  listingId = home?.id ?? ''
  const units = await world.get<{ data: { id: string }[] }>(`/v1/listings/${listingId}/units`)
  unitId = units.data[0]?.id ?? ''
})
after(() => world.close())
beforeEach(() => {
  answer = () => {}
})

const body = () => ({
  listingId,
  checkIn: '2027-03-01',
  checkOut: '2027-03-04',
  guest: { firstName: 'Ada' },
  totalPrice: 100.5,
})
const post = (url: string, sent?: object) => world.app.post(url, sent)
const patch = (name: string, sent: object) =>
  world.app.call('PATCH', `/v1/reservations/${id(name)}`, { body: sent })

describe('a booking', () => {
  it('that this PMS cannot price needs a price, and units are named by either id', async () => {
    const { totalPrice: _, ...unpriced } = body()
    assert.equal(
      errorOf(await post('/v1/reservations', unpriced), 400, 'invalid_body')['field'],
      'totalPrice',
    )
    const notes = errorOf(await post('/v1/reservations', { ...body(), notes: 'x' }), 422, 'unsupported_field')
    assert.deepEqual([notes['field'], notes['provider']], ['notes', 'acme'])
    errorOf(await post('/v1/reservations', { ...body(), unitId: 'nowhere' }), 404, 'not_found')
    for (const unit of ['R1', unitId]) {
      const made = await post('/v1/reservations', { ...body(), unitId: unit, status: 'tentative' })
      assert.equal(made.status, 201, made.text)
      const draft = drafts.at(-1)
      assert.deepEqual(
        [draft?.unitExternalId, draft?.totalPrice, draft?.adults, made.body['status']],
        ['R1', '100.5', 1, 'pending'],
      )
      assert.match(draft?.marker ?? '', /^[a-z0-9]{20}$/)
      // It stands, though not all could be done.
      assert.deepEqual(
        [made.body['pms']['partial'], made.body['pms']['failedSections']],
        [true, [{ section: 'sendConfirmationEmail', code: 'rejected', message: 'No mail is set up.' }]],
      )
    }
  })

  it('counts children within the whole party', async () => {
    await post('/v1/reservations', { ...body(), guestCount: 4, children: 1 })
    assert.deepEqual([drafts.at(-1)?.adults, drafts.at(-1)?.children], [3, 1])
    await post('/v1/reservations', { ...body(), guestCount: 3 })
    assert.deepEqual([drafts.at(-1)?.adults, drafts.at(-1)?.children], [3, 0])
  })

  it('that is there already names the one that is', async () => {
    answer = refuse('duplicate', 'old-7')
    const error = errorOf(await post('/v1/reservations', body()), 409, 'pms_duplicate')
    assert.deepEqual(error['existing'], { externalId: 'old-7', confirmationCode: null })
  })

  it('refused for another reason says which, in the words of the PMS', async () => {
    answer = refuse()
    const error = errorOf(await post('/v1/reservations', body()), 422, 'pms_rejected')
    assert.deepEqual(error['pms'], {
      applied: [],
      errors: [{ section: 'reservation', code: 'rejected', message: 'No, thank you.' }],
    })
    answer = refuse('dates_unavailable')
    errorOf(await post('/v1/reservations', body()), 409, 'pms_unavailable')
  })

  it('is not made while the PMS takes no calls or no longer knows us; the same key may try again', async () => {
    const key = { headers: { 'idempotency-key': 'again' } }
    const send = () => world.app.post('/v1/reservations', body(), key)
    answer = () => {
      throw new VendorError('rate_limited', 'too many calls', { status: 429, retryAfterMs: 30_000 })
    }
    assert.equal(errorOf(await send(), 429, 'rate_limit_exceeded')['retry_after'], 30)
    answer = () => {
      throw new VendorError('reauth', 'no longer accepted', { status: 401 })
    }
    errorOf(await send(), 403, 'connection_reauth_required')
    answer = () => {}
    assert.equal((await send()).status, 201)
    const before = drafts.length
    assert.equal((await send()).headers['idempotency-status'], 'cached')
    assert.equal(drafts.length, before)
  })

  it('cannot be priced by a PMS that prices nothing', async () => {
    const quote = { listingId, checkIn: '2027-03-01', checkOut: '2027-03-04' }
    errorOf(await post('/v1/reservations/quote', quote), 422, 'pms_write_unsupported')
  })
})

describe('a change or a cancellation', () => {
  it('may be of a group, or the matter of a channel', async () => {
    for (const [reason, code] of [
      ['group_booking', 'pms_group_booking'],
      ['owned_by_channel', 'reservation_owned_by_channel'],
    ] as const) {
      answer = refuse(reason)
      errorOf(await patch('own', { guestCount: 3 }), 409, code)
      errorOf(await post(`/v1/reservations/${id('own')}/cancel`), 409, code)
    }
    answer = refuse('too_late')
    errorOf(await post(`/v1/reservations/${id('own')}/cancel`), 422, 'pms_rejected')
  })

  it('of dates is refused by a PMS that changes none', async () => {
    const error = errorOf(await patch('own', { checkOut: '2027-01-04' }), 422, 'pms_write_unsupported')
    assert.deepEqual([error['provider'], error['fields']], ['acme', ['checkOut']])
    assert.equal((await patch('own', { guestCount: 4 })).status, 200)
  })

  it('that makes the PMS forget the booking cancels it here all the same', async () => {
    const cancelled = await post(`/v1/reservations/${id('gone')}/cancel`, { reason: 'Closed.' })
    assert.deepEqual([cancelled.status, cancelled.body['status']], [200, 'cancelled'], cancelled.text)
    const shown = await world.get<Record<string, string>>(`/v1/reservations/${id('gone')}`)
    assert.equal(shown['statusDetail'], 'cancelled_by_host')
  })
})

describe('a request to book', () => {
  it('is accepted or declined, and told', async () => {
    const url = `/v1/reservations/${id('ask-1')}/accept`
    const tried = await post(`${url}?dry_run=true`)
    assert.deepEqual([tried.status, tried.body['dryRun'], answered.length], [200, true, 0], tried.text)
    const accepted = await post(url)
    assert.equal(accepted.status, 200, accepted.text)
    const { pms, ...rest } = accepted.body as unknown as Record<string, { provider: string }>
    assert.deepEqual(rest, {
      reservationId: id('ask-1'),
      confirmationCode: 'CODE-ask-1',
      channel: 'airbnb',
      action: 'accept',
      status: 'accepted',
    })
    assert.equal(pms?.provider, 'acme')
    const reply = { reason: 'dates_not_available', message: 'The flat is being painted.' }
    const declined = await post(`/v1/reservations/${id('ask-2')}/decline`, reply)
    assert.deepEqual([declined.body['status'], declined.body['declineReason']], ['declined', reply.reason])
    assert.deepEqual(answered, [
      ['accept', 'ask-1'],
      ['decline', 'ask-2', reply.reason, reply.message],
    ])
    const told = (await world.events()).flatMap(({ type, data }) =>
      ['ask-1', 'ask-2'].map(id).includes(String(data.object?.['id'])) ? [type] : [],
    )
    assert.deepEqual(told, [
      'reservation.request.updated',
      'reservation.created',
      'reservation.updated',
      'reservation.request.updated',
      'reservation.updated',
    ])
  })

  const accept = (name: string) => post(`/v1/reservations/${id(name)}/accept`)
  const decline = (name: string) =>
    post(`/v1/reservations/${id(name)}/decline`, { reason: 'other', message: 'Sorry.' })

  for (const [verb, reply] of Object.entries({ accept, decline })) {
    it(`can be answered with ${verb} only while it waits`, async () => {
      const done = errorOf(await reply('ask-1'), 409, 'reservation_not_pending')
      assert.equal(done['currentStatus'], 'confirmed')
      assert.equal(
        errorOf(await reply('unpaid'), 409, 'request_no_longer_pending')['currentStatus'],
        undefined,
      )
      errorOf(await reply('late'), 409, 'request_expired')
      answer = refuse('too_late')
      const late = errorOf(await reply('ask-3'), 409, 'request_no_longer_pending')
      assert.equal(late['channel'], 'airbnb')
    })

    it(`of no PMS that relays answers cannot be answered with ${verb} here`, async () => {
      const { requestAnswers: _, ...rest } = connector.operations
      world.services.connectors = { acme: { ...connector, operations: rest } }
      try {
        errorOf(await reply('ask-3'), 422, 'pms_write_unsupported')
        world.services.connectors = {}
        assert.equal(errorOf(await reply('ask-3'), 422, 'channel_not_supported')['channel'], 'airbnb')
      } finally {
        world.services.connectors = { acme: connector }
      }
    })
  }

  it('takes no body to be accepted', async () => {
    errorOf(await post(`/v1/reservations/${id('ask-3')}/accept`, { note: 1 }), 400, 'invalid_body')
  })
})

describe('every write', () => {
  const all = {
    createReservation: () => post('/v1/reservations', body()),
    updateReservation: () => patch('own', { guestCount: 7 }),
    cancelReservation: () => post(`/v1/reservations/${id('own')}/cancel`),
    acceptReservation: () => post(`/v1/reservations/${id('ask-3')}/accept`),
    declineReservation: () =>
      post(`/v1/reservations/${id('ask-3')}/decline`, { reason: 'other', message: 'Sorry.' }),
    quoteReservation: () =>
      post('/v1/reservations/quote', { listingId, checkIn: '2027-03-01', checkOut: '2027-03-04' }),
  }
  const set = (what: 'connections' | 'listings', change: object) => {
    const values = Object.entries(change).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
    return sql`update ${sql.table(what)} set ${sql.join(values)}
      where workspace_id = ${world.app.workspace.id}`.execute(world.app.db)
  }
  const policy = (api: boolean) => ({
    write_policy: { calendar: {}, reservations: { website: true, dashboard: true, api } },
  })

  for (const [name, send] of Object.entries(all)) {
    it(`${name} needs a live connection that takes bookings, and an active listing`, async () => {
      try {
        await set('connections', { status: 'disconnected' })
        assert.equal(errorOf(await send(), 409, 'no_connection')['provider'], 'acme')
        await set('connections', { status: 'error' })
        errorOf(await send(), 403, 'connection_reauth_required')
        await set('connections', { status: 'active', ...policy(false) })
        errorOf(await send(), 409, 'pms_writes_off')
        await set('connections', policy(true))
        await set('listings', { active: false, inactive_reason: 'deactivated' })
        errorOf(await send(), 403, 'listing_inactive')
      } finally {
        await set('connections', { status: 'active', ...policy(true) })
        await set('listings', { active: true, inactive_reason: null })
      }
    })
    if (name === 'quoteReservation') continue
    it(`${name} says when the PMS refuses or fails`, async () => {
      answer = refuse()
      errorOf(await send(), 422, 'pms_rejected')
      answer = () => {
        throw new VendorError('unavailable', 'status 500', { status: 500 })
      }
      errorOf(await send(), 502, 'pms_error')
    })
  }
})

it('a PMS without any such operation is named', async () => {
  const { reservationWrites: _, ...rest } = connector.operations
  world.services.connectors = { acme: { ...connector, operations: rest } }
  try {
    for (const sent of [
      await post('/v1/reservations', body()),
      await patch('own', { guestCount: 2 }),
      await post(`/v1/reservations/${id('own')}/cancel`),
    ]) {
      assert.equal(errorOf(sent, 422, 'pms_write_unsupported')['provider'], 'acme')
    }
  } finally {
    world.services.connectors = { acme: connector }
  }
})
