/** Vrbo books and asks: once for each tracking id, refused in its own words, and nothing of a card is kept. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { childOf, childrenOf, readXml, textIn } from '../../src/connector-kit/xml.ts'
import { feedsWorld, type FeedsWorld, type Pair } from './vrbo-feeds-world.ts'

let world: FeedsWorld
let pair: Pair
let listing: string
before(async () => {
  world = await feedsWorld()
  pair = await world.activate()
  listing = await world.listing({ min_nights: 2 })
  const content = { occupancy: { maxGuests: 4 } }
  const set = await world.app.call('PUT', `/v1/listings/${listing}/content`, { body: content })
  assert.equal(set.status, 200, set.text)
  assert.equal((await world.map(listing)).status, 200)
})
after(() => world.close())

const first = Temporal.PlainDate.from('2026-06-15')
const day = (n: number) => String(first.add({ days: n }))
const card = '4111111111111111'

interface VrboBookingRequest {
  from?: number
  nights?: number
  adults?: number
  uuid?: string
  id?: string
}

const request = ({
  from = 40,
  nights = 3,
  adults = 2,
  uuid = 'a1b2c3d4-0001',
  id = listing,
}: VrboBookingRequest) => `<?xml version="1.0"?>
<bookingRequest><documentVersion>1.3</documentVersion><bookingRequestDetails>
<advertiserAssignedId>${pair.username}</advertiserAssignedId><listingExternalId>${id}</listingExternalId>
<unitExternalId>${id}</unitExternalId><inquirer locale="en_US"><firstName>Ana</firstName><lastName>Babic</lastName>
<emailAddress>ana@guest.example</emailAddress></inquirer>
<reservation><numberOfAdults>${adults}</numberOfAdults><numberOfChildren>0</numberOfChildren><reservationDates>
<beginDate>${day(from)}</beginDate><endDate>${day(from + nights)}</endDate></reservationDates></reservation>
<orderItemList><orderItem><externalId>rent</externalId><feeType>RENTAL</feeType><name>Rent</name>
<totalAmount currency="EUR">345.50</totalAmount></orderItem></orderItemList>
<paymentForm><paymentCard><paymentFormType>CARD</paymentFormType><cvv>737</cvv><number>${card}</number>
<nameOnCard>Ana Babic</nameOnCard></paymentCard></paymentForm>
<trackingUuid>${uuid}</trackingUuid></bookingRequestDetails></bookingRequest>`

const post = (path: string, payload: string, as: Pair = pair) =>
  world.app.raw({
    method: 'POST',
    url: `/vrbo/calls/${path}`,
    headers: {
      'content-type': 'text/xml',
      authorization: `Basic ${Buffer.from(`${as.username}:${as.password}`).toString('base64')}`,
    },
    payload,
  })
const book = async (asked: VrboBookingRequest) => {
  const { statusCode, body } = await post('booking', request(asked))
  assert.equal(statusCode, 200, body)
  const { root } = readXml(body)
  return {
    id: textIn(childOf(root, 'bookingResponseDetails'), 'externalId'),
    error: textIn(childOf(childOf(root, 'errorList'), 'error'), 'errorType'),
  }
}

describe('calls of Vrbo', () => {
  it('are not there unless they were switched on for the account', async () => {
    assert.equal((await post('booking', request({}))).statusCode, 404)
    const on = await world.app.call('PATCH', `/v1/channels/vrbo/accounts/${pair.username}`, {
      body: { takesCalls: true },
    })
    assert.equal(on.body['takesCalls'], true, on.text)
    assert.equal((await post('booking', request({}), { ...pair, password: 'wrong' })).statusCode, 401)
  })

  it('book once for each tracking id, however often and at once they come', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => book({})))
    const ids = new Set(answers.map(({ id }) => id))
    assert.equal(ids.size, 1)
    const [id] = ids
    const shown = await world.app.get(`/v1/reservations/${id}`)
    assert.equal(shown.status, 200, shown.text)
    assert.equal(shown.body['checkIn'], day(40), shown.text)
    assert.match(shown.text, /"vrbo"/)
    assert.match(shown.text, /345\.5/)
    const list = await world.app.get('/v1/channels/vrbo/reservations')
    assert.match(list.text, new RegExp(`"id":"${id}"`))
    assert.deepEqual((await book({ uuid: 'a1b2c3d4-0002' })).error, 'NOT_AVAILABLE_WITHIN_DATE_RANGE')
  })

  it('of several guests for one night sell it to one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => book({ from: 60, uuid: `a1b2c3d4-10${n}` })),
    )
    assert.equal(answers.filter(({ id }) => id !== undefined).length, 1)
    assert.equal(answers.filter(({ error }) => error === 'NOT_AVAILABLE_WITHIN_DATE_RANGE').length, 5)
  })

  it('are refused in the words of Vrbo', async () => {
    const errorOf = async (asked: VrboBookingRequest) =>
      (await book({ uuid: 'a1b2c3d4-2000', ...asked })).error
    assert.equal(await errorOf({ from: 80, nights: 1 }), 'MIN_STAY_NOT_MET')
    assert.equal(await errorOf({ from: 80, adults: 5 }), 'EXCEEDS_MAX_OCCUPANCY')
    assert.equal(await errorOf({ from: 80, nights: 0 }), 'MISSING_PARAMETER')
    assert.equal(await errorOf({ from: 80, id: '99999999' }), 'MISSING_PARAMETER')
    const today = String(world.app.clock.now().toISOString().slice(0, 10))
    const late = first.until(today).days
    assert.equal(await errorOf({ from: late }), 'MIN_ADVANCED_NOTICE_NOT_MET')
    assert.equal((await post('booking', '<bookingRequest>')).statusCode, 400)
    assert.equal((await post('booking', '<!DOCTYPE a><bookingRequest/>')).statusCode, 400)
    assert.equal((await post('booking', '<quoteRequest/>')).statusCode, 400)
  })

  it('keep nothing of a card, in any column of any table', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
      world.app.db,
    )
    assert.ok(rows.length > 20)
    for (const { name } of rows) {
      const found =
        await sql`select from ${sql.table(name)} t where t::text like ${`%${card}%`} limit 1`.execute(
          world.app.db,
        )
      assert.equal(found.rows.length, 0, name)
    }
  })

  it('are told of every booking, called off or not, with its price', async () => {
    const { id } = await book({ from: 100, uuid: 'a1b2c3d4-3000' })
    // No account at Vrbo is connected that would tell of it.
    const off = await world.app.post(`/v1/reservations/${id}/cancel`, {})
    assert.equal(off.status, 200, off.text)
    const night = await world.app.get(`/v1/availability/${listing}?from=${day(100)}&to=${day(100)}`)
    assert.match(night.text, /"available":true/)
    const index = await post(
      'booking-index',
      '<bookingContentIndexRequest><startDate>2020-01-01</startDate></bookingContentIndexRequest>',
    )
    assert.equal(index.statusCode, 200, index.body)
    const entries = childrenOf(childOf(readXml(index.body).root, 'advertiser'), 'bookingContentIndexEntry')
    assert.equal(entries.length, 3)
    const url = entries
      .map((entry) => textIn(entry, 'bookingUpdateUrl') ?? '')
      .find((one) => one.includes(`/${id}.xml`))
    const update = await world.read(new URL(url ?? '').pathname, pair)
    const details = childOf(readXml(update.body).root, 'bookingUpdateDetails')
    assert.equal(textIn(details, 'reservationStatus'), 'CANCELLED_BY_OWNER', update.body)
    assert.match(update.body, /<totalAmount currency="EUR">345\.50</)
    const other = await world.activate()
    await world.app.call('PATCH', `/v1/channels/vrbo/accounts/${other.username}`, {
      body: { takesCalls: true },
    })
    assert.equal((await world.read(new URL(url ?? '').pathname, other)).statusCode, 404)
  })

  it('quote what the feed says', async () => {
    const quote = await post('quote', request({ from: 140 }).replaceAll('bookingRequest', 'quoteRequest'))
    assert.equal(quote.statusCode, 200, quote.body)
    assert.match(quote.body, /<paymentScheduleItem><amount currency="EUR">300\.00<\/amount>/)
  })
})
