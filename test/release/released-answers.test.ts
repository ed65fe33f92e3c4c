/**
 * Calls of the last release's clients: each operation of its description is called in the sandbox, and the answer has to fit the schema of
 * that release. It finds changed behaviour below an unchanged description, which `check:api` cannot see.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { compareDescriptions, type ApiDescription } from '../../scripts/release/compare-descriptions.ts'
import { bodyWith, makeWorld, routes } from '../cross-cutting/world.ts'
import { root } from '../harness/child.ts'

const file = path.join(root, 'test/upgrade/released-api.json.gz')
const { version, description } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as {
  version: string
  description: ApiDescription
}

const present = JSON.parse(readFileSync(path.join(root, 'openapi.json'), 'utf8')) as ApiDescription
/** Operations whose new values of a field the notes of the next release name. */
const withNewValues = new Set(
  compareDescriptions(description, present).flatMap(({ effect, text, operations: concerned }) =>
    effect === 'callers may meet' && text.startsWith('can be') ? concerned : [],
  ),
)

/** Clients ignore fields that they do not know, so new ones are no change. */
const withNewFields = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    (key === 'additionalProperties' || key === 'unevaluatedProperties') && value === false
      ? undefined
      : value,
  )

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
ajv.addSchema(withNewFields(description) as object, 'released')

interface ReleasedOperation {
  id: string
  place: string
  statuses: Set<string>
}
const operations = Object.entries(description.paths).flatMap(([url, item]) =>
  Object.entries(item).map(([method, { operationId, responses = {} }]): ReleasedOperation => {
    const json = Object.entries(responses).filter(([, { content }]) => content?.['application/json'])
    const place = `#/paths/${encodeURIComponent(url.replaceAll('/', '~1'))}/${method}/responses`
    return { id: operationId, place, statuses: new Set(json.map(([status]) => status)) }
  }),
)

/** Returns what of an answer does not fit, with the fields at fault. */
function findFaults({ id, place, statuses }: ReleasedOperation, status: number, body: unknown): string[] {
  if (!statuses.has(String(status))) return []
  const validate = ajv.getSchema(
    `released${place}/${status}/content/${encodeURIComponent('application~1json')}/schema`,
  )
  assert.ok(validate, `no schema at ${place}/${status}`)
  if (validate(body)) return []
  return (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== 'enum' || !withNewValues.has(id))
    .map(({ instancePath, message }) => `${instancePath} ${message}`)
    .slice(0, 3)
}

/** Reads come first, and what takes records away comes last. */
const order = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']

const world = await makeWorld()
after(() => world.t.close())

describe(`answers to clients of ${version}`, () => {
  it('fit the schemas of that release', async () => {
    const wrong: string[] = []
    const validated = new Set<string>()
    const known = routes
      .flatMap((route) =>
        operations.filter(({ id }) => id === route.id).map((operation) => ({ route, operation })),
      )
      .toSorted((a, b) => order.indexOf(a.route.method) - order.indexOf(b.route.method))
    // It would empty what the others read.
    for (const { route, operation } of known.filter((one) => one.route.id !== 'resetSandbox')) {
      const records = world.own.sandboxRecords.active
      const call = { key: world.t.sandboxKey, body: bodyWith(route, records) }
      const { status, body } = await world.ask(route, { records, call })
      if (status >= 300) continue
      if (operation.statuses.has(String(status))) validated.add(operation.id)
      wrong.push(...findFaults(operation, status, body).map((fault) => `${operation.id} ${status}: ${fault}`))
    }
    assert.deepEqual(wrong, [])
    assert.ok(validated.size > 100, `only ${validated.size} operations answered with a body`)
  })

  it('are refused if a field is gone or has another type', () => {
    const [operation] = operations.filter(({ id }) => id === 'listGuests')
    assert.ok(operation)
    const pagination = { nextCursor: null, hasMore: false, total: 0 }
    assert.deepEqual(findFaults(operation, 200, { data: [], pagination }), [])
    assert.equal(findFaults(operation, 200, { pagination }).length, 1)
    assert.equal(
      findFaults(operation, 200, { data: [], pagination: { ...pagination, hasMore: 'no' } }).length,
      1,
    )
  })
})
