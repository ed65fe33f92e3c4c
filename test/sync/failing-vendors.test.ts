/** One table says what a failing vendor means, and every connector obeys it (`docs/guides/failing-vendors.md`). */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { TSchema } from 'typebox'
import { startSimulator } from '../../simulators/index.ts'
import { memorySession } from '../../src/connector-kit/auth/memory-session.ts'
import type { Connector } from '../../src/connector-kit/connector.ts'
import { openBench, type Bench, type OpenOptions } from '../../src/connector-kit/testing/bench.ts'
import { failureOf, present } from '../../src/connector-kit/testing/walk.ts'
import type { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { connectors } from '../../src/connectors/index.ts'
import {
  inEveryShape,
  isTokenCall,
  openFaultyProxy,
  outages,
  answerWith,
  type FaultyProxy,
  type FaultyAnswer,
} from './faulty-proxy.ts'

const outage = new Set(['unavailable', 'malformed', 'timeout'])
const onData =
  (answer: FaultyAnswer): FaultyAnswer =>
  (request, response) =>
    isTokenCall(request.url) ? 'pass' : answer(request, response)
const onTokens =
  (answer: FaultyAnswer): FaultyAnswer =>
  (request, response) =>
    isTokenCall(request.url) ? answer(request, response) : 'pass'

assert.ok(Object.keys(connectors).length >= 17)

for (const [id, connector] of Object.entries(connectors)) {
  describe(`${id}, when it fails`, { concurrency: false }, () => {
    let proxy: FaultyProxy
    let bench: Bench<TSchema>
    before(async () => {
      bench = await openBench(
        connector as Connector,
        async (vendor, options) => {
          const simulator = await startSimulator(vendor, options)
          proxy = await openFaultyProxy(simulator.url)
          return { ...simulator, url: proxy.url }
        },
        { listings: 2, reservations: 6 },
      )
      await read()
    })
    after(async () => {
      await bench.close()
      await proxy.close()
    })
    afterEach(async () => {
      proxy.fault = undefined
      proxy.calls = []
      await bench.advance(120_000)
    })

    const read = (options: OpenOptions = {}) =>
      present(bench.connector.operations.reservations).page(bench.context('bookings', bench.open(options)), {
        cursor: null,
        since: null,
      })
    const failure = (options?: OpenOptions): Promise<VendorError> => failureOf(read(options))
    /** Once, then everything goes through. */
    const once = (answer: FaultyAnswer): FaultyAnswer => {
      let left = 1
      return onData((request, response) => (left-- > 0 ? answer(request, response) : 'pass'))
    }

    for (const [came, answer] of Object.entries(outages)) {
      it(`takes ${came} for an outage, which it survives when it passes`, async () => {
        proxy.fault = once(answer)
        assert.ok((await read()).records.length > 0)
        proxy.fault = onData(answer)
        const { kind, message } = await failure()
        assert.ok(outage.has(kind), `${kind}: ${message}`)
        // Never as a page that nobody can read.
        assert.doesNotMatch(message, /<html/i)
      })
    }

    it('takes silence for an outage', async () => {
      proxy.fault = onData(() => {})
      assert.equal((await failure({ timeoutMs: 250 })).kind, 'timeout')
    })

    it('takes what goes wrong where tokens are given for an outage, too', async () => {
      for (const [came, answer] of Object.entries(outages)) {
        // A day, because some vendors give few tokens in one.
        await bench.advance(86_400_000)
        proxy.calls = []
        proxy.fault = onTokens(answer)
        const session = memorySession()
        const error = await read({ session }).then(
          () => null,
          (thrown: unknown) => thrown as VendorError,
        )
        if (!proxy.calls.some((call) => isTokenCall(call.split(' ')[1]))) return
        assert.ok(error !== null && outage.has(error.kind), `${came}: ${error?.kind} ${error?.message}`)
      }
    })

    it('takes 403 with a reason for a refusal of that call, in the words of the vendor', async () => {
      await bench.advance(86_400_000)
      await read()
      proxy.calls = []
      const words = 'This reservation is managed by the channel and cannot be updated'
      proxy.fault = onData(answerWith(403, inEveryShape(words)))
      const refused = await failure()
      assert.deepEqual([refused.kind, refused.reason], ['rejected', 'owned_by_channel'])
      assert.match(String(refused.vendorMessage), /managed by the channel/)
      assert.equal(proxy.calls.filter((call) => isTokenCall(call.split(' ')[1])).length, 0)
      proxy.fault = onData(
        answerWith(403, inEveryShape('The plan of this property does not include messages')),
      )
      assert.deepEqual([(await failure()).kind, (await failure()).reason], ['rejected', undefined])
    })

    it('takes 401 for what it is, unless the clocks differ', async () => {
      const refused = (date: number): FaultyAnswer =>
        onData(answerWith(401, '{"message":"Unauthorized"}', { date: new Date(date).toUTCString() }))
      const now = bench.simulator.clock.nowMs()
      proxy.fault = refused(now)
      assert.match((await failure()).kind, /^(credentials|reauth)$/)
      proxy.fault = refused(bench.simulator.clock.nowMs() - 2 * 86_400_000)
      const ours = await failure()
      assert.equal(ours.kind, 'unavailable')
      assert.match(ours.message, /clock of this server is 28\d\d minutes ahead/)
    })
  })
}
