/** `listen --forward`, as the process a user starts, against a server that answers over HTTP. */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { createHttpServer } from '../../src/features/http-server.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { runScript, type Child } from '../harness/child.ts'
import { until } from '../harness/until.ts'
import { emit } from './events.ts'
import { startReceiver, type Receiver } from './receiver.ts'

describe('listen', () => {
  let t: TestApp
  let receiver: Receiver
  let close: () => Promise<unknown>
  let server = ''
  const children: Child[] = []
  const answers: Parameters<typeof startReceiver>[0] = {}

  before(async () => {
    t = await startTestApp()
    receiver = await startReceiver(answers)
    const { app } = await createHttpServer(t.services)
    await app.listen({ port: 0, host: '127.0.0.1' })
    server = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    close = () => app.close()
  })
  after(async () => {
    for (const child of children) child.process.kill('SIGKILL')
    await Promise.all(children.map((child) => child.ended))
    await close?.()
    await receiver?.close()
    await t?.close()
  })

  const listen = (...args: string[]) => {
    const given = ['listen', '--server', server, '--key', t.liveKey, ...args]
    const child = runScript('src/cli.ts', given, { env: { LOG_LEVEL: 'warn' } })
    children.push(child)
    return child
  }

  it('sends on what comes from now on, signed, in order, and goes on after a failure', async () => {
    await emit(t, t.scope, [{ data: { object: { id: 'before' } } }])
    answers['/hooks'] = 500
    const child = listen('--forward', receiver.url('/hooks'), '--events', 'reservation.*')
    const [, secret = ''] = await child.line(/Signing secret {2}(\S+)/)
    // Whatever was there before it looked is not news; the ping shows from when on it looks.
    await until('its first event', async () => {
      await emit(t, t.scope, [{ type: 'reservation.updated', data: { mark: true } }])
      return receiver.at('/hooks').length > 0
    })
    answers['/hooks'] = 204
    await emit(t, t.scope, [
      { data: { object: { id: 'a' } } },
      { type: 'listing.updated', data: { object: { id: 'other' } } },
      { data: { object: { id: 'b' } } },
    ])
    const arrivals = await until('both', () => {
      const created = receiver.at('/hooks').filter(({ json }) => json.event === 'reservation.created')
      return created.length >= 2 ? created : null
    })
    assert.deepEqual(
      arrivals.map(({ json }) => (json.data['object'] as { id: string }).id),
      ['a', 'b'],
    )
    const all = receiver.at('/hooks').map(({ json }) => json.sequence)
    assert.deepEqual(
      all,
      all.toSorted((a, b) => a - b),
    )
    assert.equal(new Set(all).size, all.length)
    const [last] = arrivals
    assert.ok(last)
    assert.deepEqual(
      new StandardWebhook(secret).verify(last.body, last.headers as Record<string, string>),
      last.json,
    )
    await child.line(/reservation\.created +-> 204/)
    assert.match(child.out(), /-> 500/)
    child.process.kill('SIGTERM')
    assert.equal(await child.ended, 0)
  })

  it('begins where it is told', async () => {
    const child = listen(
      '--forward',
      receiver.url('/all'),
      '--after',
      '0',
      '--secret',
      'whsec_bXkgb3duIHNlY3JldA==',
    )
    const [first] = await until('the first', () => receiver.at('/all').at(0) && receiver.at('/all'))
    assert.equal(first?.json.sequence, 1)
    child.process.kill('SIGTERM')
    assert.equal(await child.ended, 0)
  })

  it('says what is wrong and ends', async () => {
    const cases: [string[], RegExp][] = [
      [[], /--forward is needed/],
      [['--forward', 'localhost:3000'], /--forward is an http address/],
      [['--forward', receiver.url('/x'), '--after', 'x'], /--after is a sequence/],
      [['--forward', receiver.url('/x'), '--key', 'sk_live_wrong'], /Invalid API key/],
      [['--forward', receiver.url('/x'), '--events', 'nothing'], /names no kind of event/],
    ]
    for (const [args, message] of cases) {
      const child = listen(...args)
      assert.notEqual(await child.ended, 0, args.join(' '))
      assert.match(child.err(), message)
    }
  })
})
