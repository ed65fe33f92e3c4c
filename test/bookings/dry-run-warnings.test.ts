/** A dry run names every rule for which the quote says no, though the booking itself does not enforce it. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { stayRules, type StayRule } from '../../src/contract/stay-warnings.ts'
import { todayAt } from '../../src/records/property-day.ts'
import { freshSpace, type Space } from '../api/rows.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'

let app: TestApp
let own: Space
before(async () => {
  app = await startTestApp()
  own = await freshSpace(app)
})
after(() => app.close())

const guest = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }
const stay = { checkIn: '2027-07-01', checkOut: '2027-07-04' }

interface Warning {
  rule: string
  field: string
  message: string
  limit?: number
  dates?: string[]
}

/** What makes the stay break the rule, and what the warning says of it. */
interface BrokenRule {
  listing?: object
  nights?: Record<string, object>
  neighbour?: [string, string]
  body?: object
  query?: string
  says: Partial<Warning>
  /** What the quote says instead, where it cannot be asked or has no price to give. */
  quote?: string | null
}

const notice = () => {
  const days = Temporal.PlainDate.from(todayAt('UTC', app.clock.now())).until(stay.checkIn).days
  return days + 1
}

const broken: Record<StayRule, () => BrokenRule> = {
  closed: () => ({
    nights: { '2027-07-02': { available: false, available_units: 0 } },
    says: { field: 'checkIn', dates: ['2027-07-02'] },
  }),
  min_nights: () => ({ listing: { min_nights: 4 }, says: { field: 'checkOut', limit: 4 } }),
  max_nights: () => ({
    nights: { '2027-07-01': { max_nights: 2 } },
    says: { field: 'checkOut', limit: 2 },
  }),
  no_arrival: () => ({ nights: { '2027-07-01': { closed_to_arrival: true } }, says: { field: 'checkIn' } }),
  no_departure: () => ({
    nights: { '2027-07-04': { closed_to_departure: true } },
    says: { field: 'checkOut' },
  }),
  too_many_guests: () => ({
    listing: { details: { personCapacity: 2 } },
    body: { guestCount: 3 },
    query: '&guests=3',
    says: { field: 'guestCount', limit: 2 },
  }),
  no_children: () => ({
    listing: { policies: { allowsChildren: false } },
    body: { adults: 1, children: 1 },
    quote: null,
    says: { field: 'children' },
  }),
  short_notice: () => ({
    listing: { details: { advanceBookingDays: notice() } },
    says: { field: 'checkIn', limit: notice() },
  }),
  turnover: () => ({
    listing: { details: { turnoverDays: 2 } },
    neighbour: ['2027-06-27', '2027-06-30'],
    says: { field: 'checkIn', limit: 2, dates: ['2027-06-29'] },
  }),
  no_rate: () => ({
    listing: { default_nightly_price: null },
    nights: { '2027-07-01': { price: '90' }, '2027-07-03': { price: '90' } },
    quote: 'quote_unavailable',
    says: { field: 'checkIn', dates: ['2027-07-02'] },
  }),
}

async function listingOf({ listing = {}, nights = {}, neighbour }: BrokenRule): Promise<string> {
  const id = await own.rows.listing({ currency: 'EUR', default_nightly_price: '100', ...listing })
  for (const [date, columns] of Object.entries(nights)) {
    await own.rows.night(id, date)
    for (const [column, value] of Object.entries(columns))
      await sql`update calendar_days set ${sql.ref(column)} = ${value}
        where workspace_id = ${own.id} and listing_id = ${id} and date = ${date}`.execute(app.db)
  }
  if (neighbour) {
    const [checkIn, checkOut] = neighbour
    const made = await own.post('/v1/reservations', { listingId: id, checkIn, checkOut, guest })
    assert.equal(made.status, 201, made.text)
  }
  return id
}

const warningsOf = (answer: { status: number; text: string; body: unknown }): Warning[] => {
  assert.equal(answer.status, 200, answer.text)
  return (answer.body as { warnings: Warning[] }).warnings
}

describe('a dry run says what the quote says', () => {
  for (const rule of stayRules) {
    it(`of ${rule}`, async () => {
      const { says, body, query = '', quote = rule, ...rest } = broken[rule]()
      const listingId = await listingOf(rest as BrokenRule)
      const quoted = await own.get(
        `/v1/quotes?property_id=${listingId}&check_in=${stay.checkIn}&check_out=${stay.checkOut}${query}`,
      )
      const { body: told } = quoted as unknown as {
        body: { reason?: string; available: boolean; error?: { code: string } }
      }
      if (quote !== null) assert.equal(told.error?.code ?? told.reason, quote, quoted.text)
      const draft = { listingId, ...stay, guest, ...body }
      const tried = warningsOf(await own.post('/v1/reservations?dry_run=true', draft))
      assert.deepEqual(
        tried.map(({ message, ...warning }) => (assert.ok(message.length > 10), warning)),
        [{ rule, ...says }],
      )
      const made = await own.post('/v1/reservations', draft)
      assert.equal(made.status, 201, 'the booking itself is made')
    })

    it(`of ${rule}, by a change`, async () => {
      const { says, body, quote: _, query: __, ...rest } = broken[rule]()
      const listingId = await listingOf(rest as BrokenRule)
      const { guestCount, ...party } = (body ?? {}) as { guestCount?: number }
      const draft = { listingId, checkIn: '2027-08-01', checkOut: '2027-08-04', guest, ...party }
      const made = await own.post('/v1/reservations', draft)
      assert.equal(made.status, 201, made.text)
      const change = { ...stay, ...(guestCount === undefined ? {} : { guestCount }) }
      const url = `/v1/reservations/${String(made.body['id'])}?dry_run=true`
      const tried = warningsOf(await app.call('PATCH', url, { key: own.liveKey, body: change }))
      assert.deepEqual(
        tried.map(({ message: ___, ...warning }) => warning),
        [{ rule, ...says }],
      )
    })
  }

  it('and names every rule that is broken, and none where all are kept', async () => {
    const narrow = await own.rows.listing({
      currency: 'EUR',
      default_nightly_price: '100',
      min_nights: 5,
      details: { personCapacity: 1 },
    })
    const draft = { listingId: narrow, ...stay, guest, guestCount: 2 }
    const rules = warningsOf(await own.post('/v1/reservations?dry_run=true', draft)).map(({ rule }) => rule)
    assert.deepEqual(rules, ['min_nights', 'too_many_guests'])
    const wide = await own.rows.listing({ currency: 'EUR', default_nightly_price: '100' })
    assert.deepEqual(
      warningsOf(await own.post('/v1/reservations?dry_run=true', { ...draft, listingId: wide })),
      [],
    )
  })

  it('but of nights that the stay has already, closed since, not', async () => {
    const listingId = await own.rows.listing({ currency: 'EUR', default_nightly_price: '100' })
    const made = await own.post('/v1/reservations', { listingId, ...stay, guest })
    for (const date of ['2027-07-02', '2027-07-05'])
      await own.rows.night(listingId, date, { available: false, units: 0 })
    const url = `/v1/reservations/${String(made.body['id'])}?dry_run=true`
    const change = (body: object) => app.call('PATCH', url, { key: own.liveKey, body })
    assert.deepEqual(warningsOf(await change({ checkOut: '2027-07-05' })), [])
    const [closed, ...more] = warningsOf(await change({ checkOut: '2027-07-06' }))
    assert.deepEqual([closed?.rule, closed?.dates, more], ['closed', ['2027-07-05'], []])
    assert.deepEqual(warningsOf(await change({ checkInTime: '16:00' })), [])
  })
})
