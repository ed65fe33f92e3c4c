/** Prices of stays on Airbnb, in each model, exact to the millionth; what else shows them is read anew. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { airbnb } from '../../src/connectors/airbnb/index.ts'
import { errorOf } from '../bookings/pms-world.ts'
import type { SimulatedListing, VendorRow } from './content/shown.ts'
import { base, dataOf, startAirbnbWorld, syncedListing, type AirbnbWorld } from './airbnb-world.ts'

let world: AirbnbWorld
let listingId: string
let externalId: string
before(async () => {
  world = await startAirbnbWorld()
  const synced = await syncedListing(world)
  listingId = synced.id
  externalId = synced.airbnbId
})
after(() => world?.close())
beforeEach(() => world.simulator.faults.clear())

const held = () =>
  (world.state('content').find(({ id }) => id === externalId) as unknown as SimulatedListing).settings.pricing
const at = (section: string) => `${base}/listings/${listingId}/${section}`
const put = async (body: object) => {
  const done = await world.send('PUT', at('pricing'), body)
  assert.deepEqual([done.status, done.body['blockedFields']], [200, []], done.text)
  return done.body as unknown as { result: VendorRow; written: string[] }
}

it('are set by kind: fees and rules of their kind, and nothing beside them', async () => {
  const flat = { fee_type: 'PASS_THROUGH_PET_FEE', amount_type: 'flat', amount: 25.99 }
  const percent = { fee_type: 'PASS_THROUGH_RESORT_FEE', amount_type: 'percent', amount: 5 }
  const fees = (standard_fees: object[]) => put({ type: 'fees', settings: { standard_fees } })
  await fees([flat, percent])
  const done = await fees([{ ...flat, amount: 0.57 }])
  assert.deepEqual(held()['standard_fees'], [{ ...flat, amount: 570_000 }, percent])
  assert.deepEqual(done.result['fees'], [{ ...flat, amount: 0.57 }, percent])
  assert.deepEqual(done.written, ['standard_fees.PASS_THROUGH_PET_FEE'])

  const rule = (threshold_one: number, price_change: number) => ({
    ...{ rule_type: 'STAYED_AT_LEAST_X_DAYS', threshold_one, price_change },
  })
  await put({ type: 'rule', rule: rule(7, -10) })
  await put({ type: 'rule', rule: rule(28, -20) })
  await put({ type: 'rule', rule: rule(7, -12.5) })
  assert.deepEqual(held()['default_pricing_rules'], [rule(7, -12.5), rule(28, -20)])
  assert.equal(held()['cleaning_fee'], dataOfPricing(await world.app.get(at('pricing')))['cleaningFee'])
})

const dataOfPricing = ({ body }: { body: object }) => (body as { settings: VendorRow }).settings

it('are set in each model, and in another currency', async () => {
  const records = [
    { date: '2027-07-02', guests: 2, prices: [110.5, 210] },
    { date: '2027-07-01', guests: 1, prices: [99] },
  ]
  errorOf(await world.send('PUT', at('pricing'), { type: 'los', records }), 422, 'airbnb_rejected')
  await put({ type: 'model', modelType: 'LOS_RECORD' })
  const los = await put({ type: 'los', records })
  assert.deepEqual(held()['los_records'], ['2027-07-02,2,110.5,210', '2027-07-01,1,99'])
  assert.deepEqual(los.result['records'], records)
  await put({ type: 'model', modelType: 'RATE_PLAN' })
  const plans = [{ id: 'weekly', name: 'Weekly', price_factor: 0.85 }]
  assert.deepEqual((await put({ type: 'rate-plan', records: plans })).result['ratePlans'], plans)
  await put({ type: 'model', modelType: 'STANDARD' })
  const { result } = await put({ type: 'currency', currency: 'CHF' })
  assert.equal(result['currency'], 'CHF')
})

it('change the nights that follow them, which are read again', async () => {
  await put({ type: 'standard', settings: { default_daily_price: 317, weekend_price: null } })
  await world.pass(60)
  const { data } = (await world.app.get(at('pricing'))).body as unknown as { data: VendorRow[] }
  assert.ok(data.some(({ price }) => price === 317))
})

it('and rules are shown alike by the booking settings', async () => {
  const turnover = async () =>
    (dataOf(await world.app.get(at('booking-settings')))['preparationTime'] as VendorRow)['nights']
  const before = await turnover()
  const nights = before === 2 ? 1 : 2
  const body = { type: 'rules', rules: { turnover_days: nights } }
  assert.equal((await world.send('PUT', at('availability'), body)).status, 200)
  assert.equal(await turnover(), nights)
  const back = { preparationTime: { nights: 0 } }
  assert.equal((await world.send('PUT', at('booking-settings'), back)).status, 200)
  const rules = dataOfPricing(await world.app.get(at('availability')))
  assert.equal(rules['turnover_days'], 0)
})

it('of which no call is told are not called without the setting', async () => {
  const { services } = world.app
  const joined = services.connectors
  const { AIRBNB_CLIENT_ID = '', AIRBNB_CLIENT_SECRET = '' } = world.simulator.partner
  const careful = airbnb.partnership?.join({ AIRBNB_CLIENT_ID, AIRBNB_CLIENT_SECRET }, { isElsewhere: false })
  assert.ok(careful)
  services.connectors = { airbnb: { ...world.connector, operations: careful.operations } }
  world.simulator.calls.clear()
  try {
    for (const [path, body] of [
      ['pricing', { type: 'model', modelType: 'STANDARD' }],
      ['pricing', { type: 'rule', rule: { rule_type: 'X', threshold_one: 7, price_change: -1 } }],
      ['pricing', { type: 'los', records: [{ date: '2027-07-01', guests: 1, prices: [9] }] }],
      ['pricing', { type: 'rate-plan', records: [{ id: 'a', name: 'A', price_factor: 1 }] }],
      ['availability', { type: 'rules', rules: { day_of_week_check_in: [6] } }],
      ['availability', { type: 'rules', rules: { seasonal_min_nights: [] } }],
    ] as const) {
      const { fix } = errorOf(await world.send('PUT', at(path), body), 422, 'channel_not_supported')
      assert.ok(String(fix).includes('AIRBNB_UNVERIFIED_CALLS'))
    }
    assert.deepEqual(
      world.simulator.calls.list().filter(({ method }) => method === 'PUT'),
      [],
    )
  } finally {
    services.connectors = joined
  }
})

it('are shown for the window that is asked for', async () => {
  const window = async (query: string) => {
    const answer = await world.app.get(`${at('availability')}?${query}`)
    return answer.status === 200
      ? (answer.body['data'] as unknown as VendorRow[]).map(({ date }) => date)
      : errorOf(answer, 400, 'invalid_params')['field']
  }
  assert.deepEqual(await window('from=2027-07-01&to=2027-07-02'), ['2027-07-01', '2027-07-02'])
  assert.equal(((await window('start_date=2027-07-01')) as unknown[]).length, 31)
  assert.equal(await window('from=2027-07-01&to=2027-06-30'), 'to')
  assert.equal(await window('from=2027-02-30'), 'from')
})
