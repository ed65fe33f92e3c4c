import assert from 'node:assert/strict'
import { conformance } from '../kit/testing/conformance.ts'
import type { JsonRow } from '../kit/testing/open-simulator.ts'
import { lists } from './lists.ts'
import { openAccount } from './test-account.ts'
import type { TestAccount } from './test-account.ts'

/** Returns every simulated operation with a request that has results. */
async function requests({ every, state }: TestAccount): Promise<[operation: string, body: JsonRow][]> {
  const ids = (rows: JsonRow[]) => rows.map(({ Id }) => String(Id))
  const services = await every('services/getAll', 'Services', { ServiceType: 'Bookable' })
  const ServiceIds = ids(services)
  const stay = services.find(({ Names }) => Object.values(Names as object).includes('Stay'))
  const categories = await every('resourceCategories/getAll', 'ResourceCategories', { ServiceIds })
  const images = await every('resourceCategoryImageAssignments/getAll', 'ResourceCategoryImageAssignments', {
    ResourceCategoryIds: ids(categories),
  })
  const features = await every('resourceFeatures/getAll', 'ResourceFeatures', { ServiceIds })
  const rates = await every('rates/getAll', 'Rates', { ServiceIds: [stay?.Id] })
  const availability = (await every('enterprises/getAll', 'Enterprises')) as { TimeZoneIdentifier?: string }[]
  const zone = availability[0]?.TimeZoneIdentifier ?? 'UTC'
  const start = (date: string) => Temporal.PlainDate.from(date).toZonedDateTime(zone).toInstant().toString()
  const range = { FirstTimeUnitStartUtc: start('2026-05-11'), LastTimeUnitStartUtc: start('2026-09-11') }
  const given: Record<string, JsonRow> = {
    'resourceCategories/getAll': { ServiceIds },
    'resourceCategoryAssignments/getAll': { ResourceCategoryIds: ids(categories) },
    'resourceCategoryImageAssignments/getAll': { ResourceCategoryIds: ids(categories) },
    'resourceFeatures/getAll': { ServiceIds },
    'resourceFeatureAssignments/getAll': { ResourceFeatureIds: ids(features) },
    'resources/getAll': { Extent: { Resources: true, Inactive: true } },
    'rates/getAll': { ServiceIds },
    'restrictions/getAll': { ServiceIds },
    'orderItems/getAll': { ServiceIds },
    'customers/getAll': { Extent: { Customers: true, Addresses: true } },
  }
  const reservationIds = state().reservations.map(({ Id }) => Id)
  return [
    ...Object.keys(lists).map((name): [string, JsonRow] => [
      name,
      { ...given[name], Limitation: { Count: 1000 } },
    ]),
    ['configuration/get', {}],
    ['images/getUrls', { Images: images.map(({ ImageId }) => ({ ImageId, Width: 100, ResizeMode: 'Fit' })) }],
    ['services/getAvailability', { ServiceId: stay?.Id, ...range }],
    [
      'services/getAvailability/2024-01-22',
      { ServiceId: stay?.Id, ...range, Metrics: ['Occupied', 'ActiveResources'] },
    ],
    ...ids(rates).map((RateId): [string, JsonRow] => ['rates/getPricing', { RateId, ...range }]),
    ['reservations/getChannelManagerDetails', { ReservationIds: reservationIds.slice(0, 100) }],
    ['messageThreads/getAll', { Limitation: { Count: 10 } }],
    ['messages/getAll', { MessageThreadIds: [], Limitation: { Count: 10 } }],
  ]
}

conformance({
  files: ['mews-connector.reconstructed.json'],
  kinds: 48,
  wrong: {
    template: '/api/connector/v1/reservations/getAll/2023-06-06',
    method: 'post',
    value: { Reservations: [{ Id: 5 }] },
  },
  walk: async function* (t) {
    const account = await openAccount(t, { listings: 12, reservations: 300 })
    let rows = 0
    for (const [operation, body] of await requests(account)) {
      const told = { template: `/api/connector/v1/${operation}`, method: 'post' }
      const tokens = { ClientToken: 'a', AccessToken: 'b', Client: 'c' }
      yield { ...told, side: 'request', value: { ...tokens, ...body } }
      const answer = await account.ask(operation, body)
      assert.equal(answer.status, 200, `${operation}: ${JSON.stringify(answer.body)}`)
      yield { ...told, value: answer.body }
      for (const value of Object.values(answer.body)) rows += Array.isArray(value) ? value.length : 0
    }
    assert.ok(rows > 2000, String(rows))
  },
})
