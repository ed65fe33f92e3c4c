import { Ajv } from 'ajv'
import type { ErrorObject, ValidateFunction } from 'ajv'
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { lists } from './lists.ts'
import { openAccount } from './test-account.ts'
import type { Json, TestAccount } from './test-account.ts'

const folder = process.env.VENDOR_SPECS_DIR ?? ''
const file = join(folder, 'mews-connector.reconstructed.json')
const prefix = '/api/connector/v1'

type Schema = { [key: string]: Schema } | Schema[] | string | number | boolean | null
type Content = { content?: Record<string, { schema: Schema }> }

interface Description {
  paths: Record<string, { post?: { requestBody?: Content; responses?: Record<string, Content> } }>
  components: Schema
}

/** Answers are read leniently, as fields that are called required come as null; requests strictly. */
function lenient(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(lenient)
  if (typeof schema !== 'object' || schema === null) return schema
  const { nullable: _nullable, type, enum: words, ...rest } = schema
  const kept = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, lenient(value)]))
  return {
    ...kept,
    ...(typeof type === 'string'
      ? { type: [type, 'null'] }
      : type === undefined
        ? {}
        : { type: lenient(type) }),
    ...(Array.isArray(words)
      ? { enum: [...words, null] }
      : words === undefined
        ? {}
        : { enum: lenient(words) }),
  }
}

function validators(description: Description) {
  const ajv = new Ajv({ strict: false, allErrors: true })
  const components = lenient(description.components)
  const compiled = new Map<string, ValidateFunction>()
  return (operation: string, side: 'request' | 'answer'): ValidateFunction => {
    const post = description.paths[`${prefix}/${operation}`]?.post
    const content = side === 'request' ? post?.requestBody : post?.responses?.['200']
    const schema = content?.content?.['application/json']?.schema
    assert.ok(schema !== undefined, `the description has no ${side} of ${operation}`)
    const key = `${side} ${operation}`
    const validate = compiled.get(key) ?? ajv.compile({ ...(lenient(schema) as object), components })
    compiled.set(key, validate)
    return validate
  }
}

const words = (errors: ErrorObject[] | null | undefined) =>
  (errors ?? []).slice(0, 5).map((error) => `${error.instancePath} ${error.message ?? ''}`)

/** Every operation that is simulated, with a request that gives something. */
async function requests({ every, state }: TestAccount): Promise<[operation: string, body: Json][]> {
  const ids = (rows: Json[]) => rows.map(({ Id }) => String(Id))
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
  const given: Record<string, Json> = {
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
    ...Object.keys(lists).map((name): [string, Json] => [
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
    ...ids(rates).map((RateId): [string, Json] => ['rates/getPricing', { RateId, ...range }]),
    ['reservations/getChannelManagerDetails', { ReservationIds: reservationIds.slice(0, 100) }],
    ['messageThreads/getAll', { Limitation: { Count: 10 } }],
    ['messages/getAll', { MessageThreadIds: [], Limitation: { Count: 10 } }],
  ]
}

test('every answer, and every request for it, is as the vendor describes it', async (t) => {
  if (!existsSync(file)) {
    const line = `!!! SKIPPED: no vendor description at ${file}; set VENDOR_SPECS_DIR to check conformance`
    console.warn(line)
    t.diagnostic(line)
    return
  }
  const account = await openAccount(t, { listings: 12, reservations: 300 })
  const validatorFor = validators(JSON.parse(readFileSync(file, 'utf8')) as Description)
  const tokens = { ClientToken: 'a', AccessToken: 'b', Client: 'c' }
  let rows = 0
  const asked = await requests(account)
  for (const [operation, body] of asked) {
    const request = validatorFor(operation, 'request')
    assert.ok(request({ ...tokens, ...body }), `${operation} asked: ${words(request.errors).join('; ')}`)
    const answer = await account.ask(operation, body)
    assert.equal(answer.status, 200, `${operation}: ${JSON.stringify(answer.body)}`)
    const validate = validatorFor(operation, 'answer')
    assert.ok(validate(answer.body), `${operation}: ${words(validate.errors).join('; ')}`)
    rows += Object.values(answer.body).reduce<number>(
      (sum, value) => sum + (Array.isArray(value) ? value.length : 0),
      0,
    )
  }
  assert.equal(new Set(asked.map(([operation]) => operation)).size, 24)
  assert.ok(rows > 2000, String(rows))
  t.diagnostic(`${asked.length} answers with ${rows} rows checked`)
  const wrong = validatorFor('reservations/getAll/2023-06-06', 'answer')
  assert.equal(wrong({ Reservations: [{ Id: 5 }] }), false, 'a wrong type has to be noticed')
})
