/** Traces of a whole server at a collector, and the server's behaviour when the collector fails. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import { startCollector, type CollectedSpan } from '../harness/collector.ts'
import { testFolder } from '../harness/folder.ts'
import { api, startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'

type Headers = IncomingMessage['headers']

/** Forwards everything to `target`, or answers 200 without one, and keeps the headers. */
async function startListener(target: string | null) {
  const seen: Headers[] = []
  const server = createServer(async (request, response) => {
    seen.push(request.headers)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (target === null) return void response.writeHead(200).end()
    const { host: _, connection: __, ...headers } = request.headers
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    seen,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const callersSpan = '00f067aa0ba902b7'
const traceparent = `00-${traceId}-${callersSpan}-01`
/** Numbers of records, e-mail addresses and UUIDs. */
const idLike = /\d{3,}|@|[0-9a-f]{8}-/

let collector: Awaited<ReturnType<typeof startCollector>>
let place: ReturnType<typeof testFolder>
let server: ServerProcess | undefined
beforeEach(async () => {
  collector = await startCollector()
  place = testFolder()
})
afterEach(async () => {
  await server?.stop()
  server = undefined
  await collector.close()
  place.remove()
})

const start = async (env: Record<string, string> = {}) =>
  (server = await startServerProcess(place.folder, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    ALLOW_PRIVATE_TARGETS: 'true',
    BURST_LIMIT: '100000',
    ...env,
  }))

const below = (spans: readonly CollectedSpan[], parent: CollectedSpan) =>
  spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId)

const list = (running: ServerProcess, headers: Record<string, string> = {}) =>
  api<{ data: { id: string }[] }>(running, running.keys.sandboxKey, 'GET', '/v1/listings', undefined, headers)

describe('traces', () => {
  let simulator: RunningSimulator
  before(async () => {
    simulator = await startSimulator('hostaway', { listings: 2, reservations: 20, seed: 3, rateLimit: 'off' })
  })
  after(() => simulator.close())

  it('go on with the trace of a caller, and hold stages and statements without values', async () => {
    const running = await start({
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=open%20sesame',
      OTEL_SERVICE_NAME: 'our-name',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=other',
    })
    const { status, body } = await list(running, { traceparent, 'x-request-id': 'asked-1' })
    assert.equal(status, 200)
    const id = body.data[0]?.id ?? ''
    await api(running, running.keys.sandboxKey, 'GET', `/v1/listings/${id}?no_such=Iris%40example.com`)
    await api(running, running.keys.sandboxKey, 'GET', `/no/such/${id}`)
    assert.equal(await running.stop(), 0, 'what waits is sent before the process ends')
    server = undefined

    const { spans } = collector
    const own = spans.filter((span) => span.traceId === traceId)
    const root = own.find(({ name }) => name === 'GET /v1/listings')
    assert.ok(root, [...new Set(spans.map(({ name }) => name))].join('\n'))
    assert.equal(root.parentSpanId, callersSpan)
    assert.equal(root.kind, 2)
    assert.equal(root.attributes['http.response.status_code'], 200)
    assert.equal(root.attributes['lodgewire.operation'], 'listListings')
    assert.equal(root.resource['service.name'], 'our-name')
    assert.equal(root.resource['deployment.environment.name'], 'test')
    assert.equal(collector.headers[0]?.['x-collector-key'], 'open sesame')
    const stages = below(own, root)
    for (const stage of ['queue', 'auth', 'limits', 'validation', 'handler', 'serialisation', 'sending'])
      assert.ok(
        stages.some(({ name }) => name === stage),
        stage,
      )
    for (const stage of stages) {
      assert.ok(BigInt(stage.startTimeUnixNano) >= BigInt(root.startTimeUnixNano), stage.name)
      assert.ok(BigInt(stage.endTimeUnixNano) <= BigInt(root.endTimeUnixNano), stage.name)
    }
    const statements = stages.flatMap((stage) => below(own, stage))
    assert.ok(
      statements.some(({ name }) => name === 'select listings'),
      statements.map(({ name }) => name).join(),
    )
    assert.equal(own.length, 1 + stages.length + statements.length, 'nothing of it stands anywhere else')
    const names = [...new Set(spans.map(({ name }) => name))]
    assert.ok(names.includes('GET /v1/listings/:id') && names.includes('GET none'))
    assert.deepEqual(
      names.filter((name) => idLike.test(name)),
      [],
    )
    const refused = spans.find(({ name }) => name === 'GET /v1/listings/:id')
    assert.equal(refused?.attributes['error.type'], 'unknown_params')
    assert.notEqual(refused?.traceId, traceId)
    for (const secret of ['Iris', 'sesame', running.keys.sandboxKey, `/no/such`, `$1 = '`])
      assert.ok(!collector.bodies.some((text) => text.includes(secret)), secret)
  })

  it('tell of turns, calls of vendors and deliveries, and send the trace to neither', async () => {
    const vendor = await startListener(simulator.url)
    const receiver = await startListener(null)
    try {
      const running = await start({
        VENDOR_BASE_URLS: `hostaway=${vendor.url}`,
        SYNC_INTERVAL_SECONDS: '1',
      })
      const key = running.keys.liveKey
      const hook = { url: `${receiver.url}/hook`, events: ['*'] }
      assert.equal((await api(running, key, 'POST', '/v1/webhooks', hook)).status, 201)
      const asked = { traceparent, 'x-request-id': 'connecting-1' }
      const { status, body } = await api<unknown>(
        running,
        key,
        'POST',
        '/v1/connect/hostaway/credentials',
        { credentials: simulator.credentials },
        asked,
      )
      assert.equal(status, 200, JSON.stringify(body))
      await until('a delivery', () => receiver.seen.length > 0)
      const named = (pattern: RegExp) => collector.spans.filter(({ name }) => pattern.test(name))
      await until('every kind of span', () =>
        [/^sync turn hostaway$/, /^sync step reservations$/, /^GET \/v1\/reservations$/, /^webhook /].every(
          (pattern) => named(pattern).length > 0,
        ),
      )
      const story = await until('the story', async () => {
        const answer = await api<{ traceId: string; upstream: { count: number } }>(
          running,
          key,
          'GET',
          '/v1/requests/connecting-1',
        )
        return answer.status === 200 ? answer.body : null
      })
      assert.equal(story.traceId, traceId)
      assert.ok(story.upstream.count > 0)
      const call = await until('the call in the trace of the caller', () =>
        collector.spans.find((span) => span.traceId === traceId && span.attributes['server.address']),
      )
      assert.equal(call.kind, 3)
      const step = await until('a call below its step', () => {
        const [one] = named(/^GET \/v1\/reservations$/)
        return collector.spans.find(({ spanId }) => spanId === one?.parentSpanId)
      })
      assert.match(step.name, /^sync step /)
      const turn = await until('the turn', () =>
        collector.spans.find(({ spanId }) => spanId === step.parentSpanId),
      )
      assert.equal(turn.name, 'sync turn hostaway')
      const [delivery] = named(/^webhook /)
      assert.equal(delivery?.attributes['http.response.status_code'], 200)
      for (const headers of [...vendor.seen, ...receiver.seen])
        for (const name of ['traceparent', 'tracestate', 'baggage']) assert.equal(headers[name], undefined)
      assert.ok(vendor.seen.length > 3)
      assert.deepEqual(
        [...new Set(collector.spans.map(({ name }) => name))].filter((name) => idLike.test(name)),
        [],
      )
    } finally {
      await server?.stop()
      server = undefined
      vendor.close()
      receiver.close()
    }
  })
})

describe('a collector that is no help', () => {
  const many = async (running: ServerProcess, count: number) => {
    for (let left = count; left > 0; left -= 20) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => list(running)))
      assert.ok(answers.every(({ status }) => status === 200))
    }
  }
  const lines = (running: ServerProcess, word: string) => running.output().split(word).length - 1

  it('is told of once, whatever it answers, and gets spans again when it takes them', async () => {
    const running = await start({ OTEL_EXPORTER_OTLP_TIMEOUT: '500' })
    collector.mood = 'refuses in html'
    await many(running, 20)
    await until('the line', () => lines(running, 'the collector of traces takes no spans') === 1)
    await many(running, 20)
    collector.mood = 'takes'
    await until('spans', async () => {
      await list(running)
      return collector.spans.some(({ name }) => name === 'GET /v1/listings')
    })
    await until('the other line', () => lines(running, 'the collector of traces takes spans again') === 1)
    assert.equal(lines(running, 'the collector of traces takes no spans'), 1)
    collector.mood = 'html'
    await list(running)
    await until('a word of it', () => lines(running, 'traces may be incomplete') === 1)
    assert.ok(!running.output().includes('Sign in'), 'nobody reads the page of a proxy in the log')
  })

  it('keeps no request waiting, keeps no more than so many spans in memory, and no server from stopping', async () => {
    const running = await start({ OTEL_EXPORTER_OTLP_TIMEOUT: '60000' })
    collector.mood = 'hangs'
    await list(running)
    await until('the batch that hangs', () => collector.bodies.length > 0)
    const before = collector.spans.length
    await many(running, 1_000)
    collector.mood = 'takes'
    const begun = performance.now()
    // The hanging batch is lost; its timeout is longer than a server waits at its end.
    assert.equal(await running.stop(), 0)
    assert.ok(performance.now() - begun < 30_000)
    server = undefined
    const kept = collector.spans.length - before
    assert.ok(kept > 0 && kept <= 4_096, `${kept} of more than 10000 spans were kept`)
  })

  it('need not be there at all', async () => {
    await collector.close()
    const running = await start()
    await many(running, 60)
    await until('the line', () => lines(running, 'the collector of traces takes no spans') === 1)
    assert.equal(await running.stop(), 0)
    server = undefined
    collector = await startCollector()
  })

  it('is not spoken to in a protocol there is none of', async () => {
    await assert.rejects(
      start({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }),
      /OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" is not valid. Allowed: one of http\/protobuf, http\/json/,
    )
  })
})

it('the protocol is protobuf unless another is asked for, and no sampler means no trace in the story', async () => {
  const running = await start({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' })
  await list(running)
  await until('a batch', () => collector.bodies.some((text) => text.includes('GET /v1/listings')))
  assert.equal(collector.headers[0]?.['content-type'], 'application/x-protobuf')
  await running.stop()
  const before = collector.bodies.length
  const unsampled = await start({
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  await list(unsampled, { 'x-request-id': 'unsampled' })
  await list(unsampled, { 'x-request-id': 'sampled', traceparent })
  const storyOf = (id: string) =>
    until(id, async () => {
      const { status, body } = await api<{ traceId: string | null }>(
        unsampled,
        unsampled.keys.sandboxKey,
        'GET',
        `/v1/requests/${id}`,
      )
      return status === 200 ? body : null
    })
  assert.equal((await storyOf('unsampled')).traceId, null)
  assert.equal((await storyOf('sampled')).traceId, traceId)
  await unsampled.stop()
  server = undefined
  assert.ok(collector.bodies.length > before)
  assert.ok(collector.spans.every((span) => span.traceId === traceId))
})
