/** `listen --forward`, as the process a user starts, against a server that answers over HTTP. */
import assert from 'node:assert/strict'
import { rmSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { createHttpServer } from '../../src/features/http-server.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { runScript, type Child } from '../harness/child.ts'
import { testFolder } from '../harness/folder.ts'
import { until } from '../harness/until.ts'
import { emit } from './events.ts'
import { startReceiver, type Receiver } from './receiver.ts'

describe('listen', () => {
  let t: TestApp
  let place: ReturnType<typeof testFolder>
  let receiver: Receiver
  let close: () => Promise<unknown>
  let server = ''
  const children: Child[] = []
  const answers: Parameters<typeof startReceiver>[0] = {}

  before(async () => {
    place = testFolder()
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
    place?.remove()
  })

  const listen = (...args: string[]) => {
    const given = ['listen', '--server', server, '--key', t.liveKey, ...args]
    const child = runScript('src/cli.ts', given, { env: { LOG_LEVEL: 'warn', DATA_DIR: place.folder } })
    children.push(child)
    return child
  }

  it('keeps its secret and its webhook, and shows test events that trigger has sent', async () => {
    const child = listen('--forward', receiver.url('/tests'))
    const [, secret = ''] = await child.line(/Signing secret {2}(\S+)/)
    await child.line(/Ctrl-C stops/)
    const tried = await until('the event of trigger', async () => {
      const given = ['trigger', 'listing.updated', '--server', server, '--key', t.liveKey]
      const trigger = runScript('src/cli.ts', given, { env: { DATA_DIR: place.folder } })
      assert.equal(await trigger.ended, 0, trigger.err())
      assert.match(trigger.out(), /^listing\.updated -> lodgewire listen/m)
      return receiver.at('/tests').find(({ json }) => json.event === 'listing.updated')
    })
    assert.equal((tried.json as unknown as { test: boolean }).test, true)
    assert.deepEqual(
      new StandardWebhook(secret).verify(tried.body, tried.headers as Record<string, string>),
      tried.json,
    )
    await child.line(/ {2}test +listing\.updated +-> 2\d\d/)
    child.process.kill('SIGTERM')
    assert.equal(await child.ended, 0)
    assert.equal(statSync(path.join(place.folder, 'lodgewire.listen.json')).mode & 0o777, 0o600)

    const again = listen('--forward', receiver.url('/tests'))
    assert.equal((await again.line(/Signing secret {2}(\S+)/))[1], secret)
    again.process.kill('SIGTERM')
    await again.ended
    // Without what was kept the webhook is found again and gets another secret.
    rmSync(path.join(place.folder, 'lodgewire.listen.json'))
    const third = listen()
    await third.line(/^Listening to \S+$/m)
    third.process.kill('SIGTERM')
    await third.ended
    const { data } = (await t.get('/v1/webhooks')).body as unknown as { data: { description: string }[] }
    assert.deepEqual(
      data.map(({ description }) => description),
      ['lodgewire listen'],
    )
  })

  it('does not say that it listens before it does, and tells of a receiver that is not there', async () => {
    const gone = listen('--forward', receiver.url('/x'), '--server', 'http://127.0.0.1:4')
    assert.equal(await gone.ended, 1)
    assert.equal(gone.out(), '')
    assert.equal(
      gone.err(),
      'Error: No server answers at http://127.0.0.1:4. Start it with npm start, or name another with --server.\n',
    )
    const child = listen('--forward', 'http://127.0.0.1:4/hooks')
    await child.line(/Nothing listens at http:\/\/127\.0\.0\.1:4\/hooks yet/)
    child.process.kill('SIGTERM')
    assert.equal(await child.ended, 0)
  })

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
