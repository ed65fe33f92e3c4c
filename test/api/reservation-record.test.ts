import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { rowsToRender } from '../../src/records/reservations/text-queries.ts'
import { renderReservation } from '../../src/records/reservations/render.ts'
import { renderReservations } from '../../src/records/reservations/shown.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { freshSpace, recordsIn, type Space } from './rows.ts'

const created = '2026-06-01T08:00:00.000Z'
const dates = { check_in: '2026-07-01', check_out: '2026-07-05' }

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

async function bookedSpace() {
  const space = await freshSpace(app)
  return { space, listing: await space.rows.listing() }
}

const rendered = async (space: Space, id: string) => {
  await renderReservations(app.db, space.live, [id], app.clock.now())
  return (await space.get(`/v1/reservations/${id}`)).body as unknown as Record<string, unknown>
}

describe('a reservation', () => {
  it('has every field, the deprecated ones too', async () => {
    const { space, listing } = await bookedSpace()
    const account = await space.rows.account('hostaway', '64127')
    const guest = await space.rows.guest({ first_name: 'Ana', last_name: 'Lima', language: 'pt-BR' })
    await space.rows.contact(guest, 'email', 'ana@example.com', true)
    await space.rows.contact(guest, 'phone', '+351900000000')
    const unit = await space.rows.unit([listing], '101')
    const id = await space.rows.stay({
      listing_id: listing,
      ...dates,
      account_id: account.id,
      guest_id: guest,
      unit_id: unit,
      check_in_time: '15:00',
      check_out_time: '11:00',
      source: 'booking.com',
      confirmation_code: 'HM"1',
      booked_at: '2026-05-20T10:11:12.345Z',
      total_price: '642.5',
      currency: 'EUR',
      payment_status: 'paid',
      occupancy: { adults: 2, children: 1, infants: null, pets: 0, total: 3 },
      guest_details: { name: 'Ana Lima', vip: true },
      financials: {
        cancellationPolicy: 'flexible',
        host: {
          accommodation: '600.10',
          revenue: '581.20',
          guestFees: [{ amount: '42.4', type: 'cleaning', name: '12.50', quantity: 1 }],
        },
        guest: { totalPrice: '642.50', taxes: [{ amount: '0.1', vat: '0.02' }] },
      },
    })
    const record = {
      id,
      status: 'confirmed',
      listingId: listing,
      checkIn: '2026-07-01',
      checkOut: '2026-07-05',
      checkInTime: '15:00',
      checkOutTime: '11:00',
      confirmationCode: 'HM"1',
      source: 'booking.com',
      platform: 'booking.com',
      unit: { id: unit, name: '101' },
      primaryGuest: {
        id: guest,
        firstName: 'Ana',
        lastName: 'Lima',
        email: 'ana@example.com',
        phone: '+351900000000',
        language: 'pt-BR',
      },
      guestName: 'Ana Lima',
      guestId: guest,
      occupancy: { adults: 2, children: 1, infants: null, pets: 0, total: 3 },
      financials: {
        totalPrice: 642.5,
        currency: 'EUR',
        paymentStatus: 'paid',
        cancellationPolicy: 'flexible',
        host: {
          accommodation: 600.1,
          revenue: 581.2,
          guestFees: [{ amount: 42.4, type: 'cleaning', name: '12.50', quantity: 1 }],
        },
        guest: { totalPrice: 642.5, taxes: [{ amount: 0.1, vat: 0.02 }] },
      },
      totalPrice: '642.50',
      currency: 'EUR',
      guestDetails: {
        firstName: 'Ana',
        lastName: 'Lima',
        adults: 2,
        children: 1,
        pets: 0,
        guestCount: 3,
        name: 'Ana Lima',
        vip: true,
      },
      bookedAt: '2026-05-20T10:11:12.345Z',
      createdAt: created,
      updatedAt: created,
      account: { provider: 'hostaway', externalAccountId: '64127', connectionId: account.connectionId },
      conflictsWith: [],
    }
    assert.deepEqual((await space.get('/v1/reservations')).body, {
      data: [record],
      pagination: { nextCursor: null, hasMore: false, total: 1 },
    })
    assert.deepEqual((await space.get(`/v1/reservations/${id}`)).body, record)
  })

  it('leaves out what is not known, and says null where null is promised', async () => {
    const { space, listing } = await bookedSpace()
    const id = await space.rows.stay({ listing_id: listing, ...dates, confirmation_code: 'A' })
    assert.deepEqual((await space.get(`/v1/reservations/${id}`)).body, {
      id,
      status: 'confirmed',
      listingId: listing,
      checkIn: '2026-07-01',
      checkOut: '2026-07-05',
      checkInTime: null,
      checkOutTime: null,
      confirmationCode: 'A',
      source: null,
      platform: null,
      unit: null,
      financials: { totalPrice: null, currency: null, paymentStatus: null },
      bookedAt: null,
      createdAt: created,
      updatedAt: created,
      account: null,
      conflictsWith: [],
    })
  })

  it('is stored as a rendering from its columns would be', async () => {
    const { space, listing } = await bookedSpace()
    const guest = await space.rows.guest({ first_name: 'Ana\n"\\', last_name: 'Łímá 🌊' })
    await space.rows.contact(guest, 'email', 'ana@example.com')
    const ids = [
      await space.rows.stay({ listing_id: listing, ...dates }),
      await space.rows.stay({
        listing_id: listing,
        ...dates,
        guest_id: guest,
        total_price: '10',
        currency: 'JPY',
      }),
      await space.rows.stay({
        listing_id: listing,
        ...dates,
        status: 'cancelled',
        status_detail: 'declined',
      }),
      await space.rows.stay({
        listing_id: listing,
        ...dates,
        status: 'pending',
        pending_reason: 'guest_payment',
      }),
    ]
    const { text, body } = await space.get('/v1/reservations')
    const rows = new Map((await rowsToRender(app.db, space.live, ids)).map((row) => [row.id, row]))
    for (const [index, record] of recordsIn({ body }).entries()) {
      const row = rows.get(ids[index] ?? '')
      assert.ok(row)
      const { id, status, statusDetail, pendingReason, respondBy, ...stored } = record as unknown as Record<
        string,
        unknown
      >
      const fresh = renderReservation(row)
      assert.deepEqual(stored, JSON.parse(JSON.stringify(fresh)))
      assert.ok(text.includes(JSON.stringify(fresh).slice(1)), 'the text is sent as it stands')
      assert.equal(id, row.id)
    }
  })

  it('names the guest by first and last name, or not at all', async () => {
    const { space, listing } = await bookedSpace()
    const named = async (first_name: string | null, last_name: string | null) => {
      const guest = await space.rows.guest({ first_name, last_name })
      const id = await space.rows.stay({ listing_id: listing, ...dates, guest_id: guest })
      return (await space.get(`/v1/reservations/${id}`)).body as unknown as Record<string, unknown>
    }
    assert.equal((await named('Ana', 'Lima'))['guestName'], 'Ana Lima')
    assert.equal((await named('Ana', null))['guestName'], 'Ana')
    assert.equal((await named('Ana', ''))['guestName'], 'Ana')
    for (const first of [null, '']) {
      const record = await named(first, 'Lima')
      assert.equal('guestName' in record, false)
      assert.equal((record['primaryGuest'] as { lastName: string }).lastName, 'Lima')
    }
  })

  it('shows the primary contact, or the first one', async () => {
    const { space, listing } = await bookedSpace()
    const guest = await space.rows.guest()
    const id = await space.rows.stay({ listing_id: listing, ...dates, guest_id: guest })
    const contactAt = async (value: string, at: string, isPrimary = false) => {
      await space.rows.contact(guest, value.includes('@') ? 'email' : 'phone', value, isPrimary)
      await sql`update guest_contacts set created_at = ${at}
        where workspace_id = ${space.id} and guest_id = ${guest} and value = ${value}`.execute(app.db)
    }
    const contacts = async () => {
      const { email, phone } = (await rendered(space, id))['primaryGuest'] as Record<string, unknown>
      return [email, phone]
    }
    assert.deepEqual(await contacts(), [null, null])
    await contactAt('b@example.com', '2026-01-02T00:00:00Z')
    await contactAt('a@example.com', '2026-01-03T00:00:00Z')
    await contactAt('+1', '2026-01-03T00:00:00Z')
    assert.deepEqual(await contacts(), ['b@example.com', '+1'])
    await contactAt('z@example.com', '2026-01-04T00:00:00Z', true)
    await contactAt('+2', '2026-01-04T00:00:00Z', true)
    assert.deepEqual(await contacts(), ['z@example.com', '+2'])
  })

  it('keeps amounts as they were told', async () => {
    const { space, listing } = await bookedSpace()
    const priced = async (total_price: string) => {
      const id = await space.rows.stay({ listing_id: listing, ...dates, total_price, currency: 'IDR' })
      const { text, body } = await space.get(`/v1/reservations/${id}`)
      const number = /"financials":\{"totalPrice":([^,]+),/.exec(text)?.[1]
      return [number, String(body['totalPrice'])]
    }
    assert.deepEqual(await priced('0.3'), ['0.3', '0.30'])
    assert.deepEqual(await priced('0'), ['0', '0.00'])
    assert.deepEqual(await priced('1234.565'), ['1234.565', '1234.57'])
    assert.deepEqual(await priced('1.005'), ['1.005', '1.01'])
    assert.deepEqual(await priced('-12.5'), ['-12.5', '-12.50'])
    assert.deepEqual(await priced('9999999999999.99'), ['9999999999999.99', '9999999999999.99'])
    assert.deepEqual(await priced('12345678901234'), ['12345678901234', '12345678901234.00'])
  })
})

describe('a status that time derives', () => {
  const boundaries: [string, string | null, string][] = [
    ['Pacific/Kiritimati', 'Pacific/Kiritimati', '2026-06-14T10:00:00.000Z'],
    ['America/Los_Angeles', 'America/Los_Angeles', '2026-06-15T07:00:00.000Z'],
    ['no time zone', null, '2026-06-15T00:00:00.000Z'],
  ]
  for (const [place, timeZone, instant] of boundaries) {
    it(`completes a stay when the day of departure is over: ${place}`, async () => {
      const { space, listing } = await bookedSpace()
      const stay = { listing_id: listing, check_in: '2026-06-10', check_out: '2026-06-14', timeZone }
      const id = await space.rows.stay(stay)
      const cancelled = await space.rows.stay({
        ...stay,
        status: 'cancelled',
        status_detail: 'cancelled_by_guest',
      })
      const shown = async () => ({
        list: recordsIn(await space.get('/v1/reservations')).map((row) => String(row['status'])),
        detail: String((await space.get(`/v1/reservations/${id}`)).body['status']),
        confirmed: await space.ids('/v1/reservations?status=confirmed'),
        completed: await space.ids('/v1/reservations?status=COMPLETED'),
        cancelled: await space.ids('/v1/reservations?status=cancelled'),
      })
      app.clock.set(new Date(Date.parse(instant) - 1))
      assert.deepEqual(await shown(), {
        list: ['confirmed', 'cancelled'],
        detail: 'confirmed',
        confirmed: [id],
        completed: [],
        cancelled: [cancelled],
      })
      app.clock.set(instant)
      assert.deepEqual(await shown(), {
        list: ['completed', 'cancelled'],
        detail: 'completed',
        confirmed: [],
        completed: [id],
        cancelled: [cancelled],
      })
    })
  }

  const request = { status: 'pending', pending_reason: 'host_approval' } as const
  const lapses: [string, object, string | null, string][] = [
    ['at the deadline', { respond_by: '2026-06-14T09:30:00.000Z' }, null, '2026-06-14T09:30:00.000Z'],
    ['when the day of arrival is over in Kiritimati', {}, 'Pacific/Kiritimati', '2026-06-20T10:00:00.000Z'],
    ['when the day of arrival is over in Los Angeles', {}, 'America/Los_Angeles', '2026-06-21T07:00:00.000Z'],
    [
      'when the day of arrival is over',
      { respond_by: '2026-08-01T00:00:00.000Z' },
      null,
      '2026-06-21T00:00:00.000Z',
    ],
  ]
  for (const [when, deadline, timeZone, instant] of lapses) {
    it(`lapses a request ${when}`, async () => {
      const { space, listing } = await bookedSpace()
      const id = await space.rows.stay({
        listing_id: listing,
        check_in: '2026-06-20',
        check_out: '2026-06-22',
        timeZone,
        ...request,
        ...deadline,
      })
      const respondBy = (deadline as { respond_by?: string }).respond_by
      const shown = async () => {
        const [row] = recordsIn(await space.get('/v1/reservations'))
        const detail = (await space.get(`/v1/reservations/${id}`)).body
        assert.deepEqual(detail, row)
        const {
          status,
          statusDetail,
          pendingReason,
          respondBy: until,
        } = detail as unknown as Record<string, unknown>
        return {
          fields: JSON.parse(JSON.stringify({ status, statusDetail, pendingReason, until })) as object,
          pending: await space.ids('/v1/reservations?status=pending'),
          cancelled: await space.ids('/v1/reservations?status=cancelled'),
        }
      }
      app.clock.set(new Date(Date.parse(instant) - 1))
      assert.deepEqual(await shown(), {
        fields: {
          status: 'pending',
          pendingReason: 'host_approval',
          ...(respondBy ? { until: respondBy } : {}),
        },
        pending: [id],
        cancelled: [],
      })
      app.clock.set(instant)
      assert.deepEqual(await shown(), {
        fields: { status: 'cancelled', statusDetail: 'request_expired' },
        pending: [],
        cancelled: [id],
      })
      app.clock.set('2027-01-01')
      assert.deepEqual(await space.ids('/v1/reservations?status=completed'), [])
      assert.deepEqual(await space.ids('/v1/reservations?status=cancelled'), [id])
    })
  }

  it('shows why a stay is pending or cancelled, and only then', async () => {
    app.clock.set('2026-06-15T12:00:00.000Z')
    const { space, listing } = await bookedSpace()
    const shown = async (columns: object) => {
      const id = await space.rows.stay({ listing_id: listing, ...dates, ...columns })
      const record = (await space.get(`/v1/reservations/${id}`)).body as unknown as Record<string, unknown>
      return Object.fromEntries(
        ['status', 'statusDetail', 'pendingReason', 'respondBy'].flatMap((key) =>
          key in record ? [[key, record[key]]] : [],
        ),
      )
    }
    const until = { respond_by: '2026-06-20T00:00:00.000Z' }
    assert.deepEqual(await shown({ status: 'pending', pending_reason: 'guest_payment', ...until }), {
      status: 'pending',
      pendingReason: 'guest_payment',
    })
    assert.deepEqual(await shown({ status: 'pending', ...until }), { status: 'pending' })
    assert.deepEqual(await shown({ status: 'cancelled', status_detail: 'hold_voided', ...until }), {
      status: 'cancelled',
      statusDetail: 'hold_voided',
    })
    assert.deepEqual(await shown({ status: 'cancelled' }), { status: 'cancelled' })
    assert.deepEqual(await shown({ status: 'confirmed', ...until }), { status: 'confirmed' })
  })
})
