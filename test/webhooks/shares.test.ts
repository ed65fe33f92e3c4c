/** What one workspace may hold of the worker that serves all of them. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startDeliveries, type DeliveryLoop } from '../../src/features/webhooks/delivery/worker.ts'
import { insertWorkspace, startTestApp, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { until } from '../harness/until.ts'
import { emit } from './events.ts'
import { startReceiver, type Arrival, type Receiver } from './receiver.ts'

describe('places of the delivery worker', () => {
  let t: TestApp
  let receiver: Receiver
  let worker: DeliveryLoop | undefined
  const held: Arrival[] = []
  const hang = (arrival: Arrival) => void held.push(arrival)
  const answerHeld = () => {
    for (const { response } of held.splice(0)) response.writeHead(204).end()
  }

  before(async () => {
    t = await startTestApp({ now: new Date().toISOString() })
    receiver = await startReceiver({ '/slow': hang })
  })
  after(async () => {
    answerHeld()
    await worker?.stop()
    await receiver?.close()
    await t?.close()
  })

  const subscribe = (workspace: TestWorkspace, path: string) =>
    t.post('/v1/webhooks', { url: receiver.url(path), events: ['*'] }, { key: workspace.liveKey })

  it('are never all of workspaces whose receivers hang', async () => {
    const [noisy, second, quiet] = [t.workspace, await insertWorkspace(t.db), await insertWorkspace(t.db)]
    for (let n = 0; n < 5; n += 1) {
      await subscribe(noisy, `/slow`)
      await subscribe(second, `/slow`)
    }
    await subscribe(quiet, '/quick')
    const queued = 20
    for (const { live } of [noisy, second])
      await emit(
        t,
        live,
        Array.from({ length: queued }, () => ({})),
      )
    const total = 20
    worker = startDeliveries(t.services, { random: () => 0.5, total, ackTimeoutMs: 60_000 })
    await until('the slow receivers to hold what they may', () => Promise.resolve(held.length >= 18))

    await emit(t, quiet.live, [{}])
    await until('the quiet workspace to be served', () => Promise.resolve(receiver.at('/quick').length === 1))
    assert.ok(held.length < total, 'nothing of the others had ended')

    // What had to wait for the share goes out when places are free, and not at the next look everywhere.
    const all = 2 * 5 * queued
    await until('all that is queued', () => {
      answerHeld()
      return Promise.resolve(receiver.at('/slow').length === all)
    })
  })
})
