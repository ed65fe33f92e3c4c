/** What traces cost when nobody asks for them: nothing is loaded, and nothing is gathered. */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, describe, it } from 'node:test'
import { openTracing } from '../../src/features/observability/tracing/open-tracing.ts'
import { loadConfig } from '../../src/platform/config.ts'
import {
  inSpan,
  recordFinishedSpan,
  recordInnerSpan,
  pathPattern,
  requestSpans,
} from '../../src/platform/spans.ts'
import { statementName } from '../../src/platform/trace.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'

const isLoaded = () =>
  Object.keys(createRequire(import.meta.url).cache).some((file) =>
    /@opentelemetry\/(?:sdk-trace|exporter-trace|otlp|resources|core)/.test(file),
  )

describe('without settings', () => {
  let t: TestApp
  before(async () => void (t = await startTestApp()))
  after(() => t?.close())

  it('nothing of traces is loaded, and a request begins no span', async () => {
    const nobody: Record<string, string>[] = [
      {},
      { OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
      { OTEL_TRACES_EXPORTER: 'otlp', OTEL_SDK_DISABLED: 'true' },
      { OTEL_SERVICE_NAME: 'named', OTEL_TRACES_SAMPLER: 'always_on' },
    ]
    for (const env of nobody) await (await openTracing(loadConfig(env, null), t.services.log)).stop()
    assert.equal(
      (await t.get('/v1/listings', { headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` } }))
        .status,
      200,
    )
    assert.equal(requestSpans({ method: 'GET', route: '/v1/listings', traceparent: undefined }), null)
    const unasked = () => assert.fail('asked what nobody gathers')
    recordFinishedSpan(unasked)
    recordInnerSpan(unasked)
    assert.equal(await inSpan({ name: 'work', kind: 'internal' }, async () => 7), 7)
    assert.ok(!isLoaded(), 'loaded although nobody asks for traces')
  })

  it('but with them it is', async () => {
    const config = loadConfig(
      { OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
      null,
    )
    const tracing = await openTracing(config, t.services.log)
    try {
      assert.ok(isLoaded())
      assert.ok(requestSpans({ method: 'GET', route: '/v1/listings', traceparent: undefined }))
    } finally {
      await tracing.stop()
    }
    assert.equal(requestSpans({ method: 'GET', route: '/v1/listings', traceparent: undefined }), null)
  })
})

describe('names', () => {
  it('of calls hold no id', () => {
    assert.equal(pathPattern('/v1/reservations/4711/notes'), '/v1/reservations/{id}/notes')
    assert.equal(pathPattern('/api/v1.0/guests/iris@example.com'), '/api/v1.0/guests/{id}')
    assert.equal(pathPattern('/a/0f8fad5b-d9cb-469f-a165-70867728950e/b%20c'), '/a/{id}/{id}')
    assert.equal(pathPattern('/v2/reservations/HMABCDEFGH'), '/v2/reservations/{id}')
    assert.equal(pathPattern('/hotels/xml/OTA_HotelAvailNotif'), '/hotels/xml/OTA_HotelAvailNotif')
    assert.equal(pathPattern('/listings'), '/listings')
  })

  it('of statements say what is done to which table', () => {
    assert.equal(statementName(`select "a" from "listings" where name = 'update guests'`), 'select listings')
    assert.equal(statementName('select a, (select b from guests g) from listings'), 'select listings')
    assert.equal(statementName('insert into "guests" values ($1)'), 'insert guests')
    assert.equal(statementName('update events e set data = $1'), 'update events')
    assert.equal(statementName('commit'), 'commit')
  })
})
