import { Ajv } from 'ajv'
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startSimulator } from '../../../simulators/index.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { openBench } from '../../connector-kit/testing/bench.ts'
import { present, walkAll } from '../../connector-kit/testing/walk.ts'
import { mews } from './index.ts'

const folder =
  process.env.VENDOR_SPECS_DIR ?? join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'vendor-specs')
const file = join(folder, 'mews-connector.reconstructed.json')

interface RequestBody {
  content: Record<string, { schema: { properties: object } }>
}
type Description = { paths: Record<string, { post: { requestBody: RequestBody } }>; components: object }

test('every request is one that the vendor describes', async (t) => {
  if (!existsSync(file)) {
    const line = `!!! SKIPPED: no vendor description at ${file}; set VENDOR_SPECS_DIR to check requests`
    console.warn(line)
    t.diagnostic(line)
    return
  }
  // This connector sends no nulls, and Ajv accepts `nullable` only beside a type.
  const withoutNulls = (key: string, value: unknown) => (key === 'nullable' ? undefined : value)
  const description = JSON.parse(readFileSync(file, 'utf8'), withoutNulls) as Description
  const requests = await everyRequest()
  const ajv = new Ajv({ strict: false })
  for (const [path, body] of requests) {
    const content = description.paths[path]?.post.requestBody.content['application/json']
    assert.ok(content, `the vendor has no ${path}`)
    const schema = { ...content.schema, components: description.components, additionalProperties: false }
    const whole = { ClientToken: 'a', AccessToken: 'b', Client: 'c', ...body }
    assert.ok(ajv.validate(schema, whole), `${path}: ${ajv.errorsText()}`)
  }
  assert.ok(new Set(requests.map(([path]) => path)).size >= 18)
})

/** Collects the requests of a whole import, an incremental walk and every single fetch. */
async function everyRequest(): Promise<[path: string, body: object][]> {
  const start: typeof startSimulator = (vendor, options) =>
    startSimulator(vendor, { ...options, habits: { portfolio: 2 } })
  const bench = await openBench(mews, start, { listings: 5, reservations: 60 })
  const requests: [string, object][] = []
  const { http, now } = bench.context('guest')
  const post: typeof http.post = (path, options) => {
    requests.push([path, (options?.body ?? {}) as object])
    return http.post(path, options)
  }
  const context: VendorContext = { http: { ...http, post }, now }
  const { listings, units, calendar, reservations, probe } = mews.operations
  try {
    await probe(context)
    const types = (await walkAll((cursor) => present(listings).page(context, { cursor }))).records
    for (const listing of types) {
      await present(units).page(context, { listing, cursor: null })
      await present(calendar).range(context, { listing, from: '2026-12-01', to: '2028-01-01' })
    }
    const stays = await walkAll((cursor) => present(reservations).page(context, { cursor, since: null }))
    await walkAll((cursor) => present(reservations).page(context, { cursor, since: '2026-01-01T00:00:00Z' }))
    await present(reservations).one?.(context, present(stays.records[0]).externalId)
    await present(listings).one?.(context, present(types[0]).externalId)
    return requests
  } finally {
    await bench.close()
  }
}
