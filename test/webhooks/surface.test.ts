/** Changing, re-keying and trying subscriptions; replaying and recovering deliveries. */
import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, it } from 'node:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { eventEnvelope, eventKinds, type EventKind } from '../../src/contract/events.ts'
import { startDeliveries, type DeliveryLoop } from '../../src/features/webhooks/delivery/worker.ts'
import { replyViolation } from '../../src/http/validation.ts'
import { startTestApp, type Body, type TestApp } from '../harness/app.ts'
import { until } from '../harness/until.ts'
import { deliveriesOf, emit, settledOf, wakeWorkers } from './events.ts'
import { startReceiver, type Receiver } from './receiver.ts'

const minute = 60_000
const hour = 60 * minute
const codeOf = ({ status, body }: { status: number; body: Body }) => [status, body['error']?.['code']]

describe('the webhook surface', () => {
  let t: TestApp
  let receiver: Receiver
  const answers: Parameters<typeof startReceiver>[0] = {}
  const workers: DeliveryLoop[] = []

  before(async () => {
    t = await startTestApp({ now: new Date().toISOString() })
    receiver = await startReceiver(answers)
  })
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))
    await t.db.updateTable('webhooks').set({ status: 'paused', disabled_at: null }).execute()
  })
  after(async () => {
    await receiver?.close()
    await t?.close()
  })

  const startWorker = () => {
    const worker = startDeliveries(t.services, { random: () => 0.5 })
    workers.push(worker)
    return worker
  }
  const subscribe = async (path: string, body: object = {}) => {
    const answer = await t.post('/v1/webhooks', { url: receiver.url(path), events: ['*'], ...body })
    assert.equal(answer.status, 201, answer.text)
    return { id: answer.body['id'] as string, secret: answer.body['secret'] as string }
  }
  const patch = (id: string, body: unknown) => t.call('PATCH', `/v1/webhooks/${id}`, { body })
  const lastDelivery = async (id: string) =>
    (await t.get(`/v1/webhooks/${id}/deliveries?limit=1`)).body['data']![0]!['id'] as string

  describe('event types', () => {
    it('shows every kind with a payload that its schema accepts', async () => {
      const { status, body } = await t.get('/v1/webhooks/event-types')
      assert.equal(status, 200)
      const flat = body['flat'] as unknown as { type: EventKind; domain: string; samplePayload: unknown }[]
      assert.deepEqual(
        flat.map(({ type }) => type),
        eventKinds,
      )
      for (const { type, samplePayload } of flat) {
        assert.equal(replyViolation(eventEnvelope(type))(samplePayload), undefined, type)
      }
      const domains = body['domains'] as unknown as {
        id: string
        events: { type: string; domain: string }[]
      }[]
      assert.deepEqual(
        domains.map(({ id }) => id),
        ['reservations', 'listings', 'calendar', 'accounts', 'reviews', 'ai', 'payments', 'system'],
      )
      assert.deepEqual(domains.flatMap(({ events }) => events.map(({ type }) => type)).toSorted(), eventKinds)
      assert.ok(domains.every(({ id, events }) => events.every((event) => event.domain === id)))
    })
  })

  describe('changing', () => {
    it('changes what is sent and nothing else', async () => {
      const { id } = await subscribe('/before', { description: 'old' })
      const { body: before } = await t.get(`/v1/webhooks/${id}`)
      t.clock.advance(1000)
      const changes = {
        url: receiver.url('/after'),
        events: ['reservation.*', 'reservation.*'],
        description: null,
      }
      const { status, body } = await patch(id, changes)
      assert.equal(status, 200)
      assert.deepEqual(body as object, {
        ...(before as object),
        ...changes,
        events: ['reservation.*'],
        updatedAt: t.clock.now().toISOString(),
      })
      assert.deepEqual((await t.get(`/v1/webhooks/${id}`)).body, body)
    })

    it('refuses what creating refuses', async () => {
      const { id } = await subscribe('/strict')
      for (const body of [
        {},
        { url: 'ftp://example.com/' },
        { url: 'http://169.254.169.254/' },
        { events: ['nothing.*'] },
        { status: 'disabled' },
        { secret: 'mine' },
      ]) {
        assert.deepEqual(codeOf(await patch(id, body)), [400, 'invalid_body'], JSON.stringify(body))
      }
      assert.deepEqual(codeOf(await patch(randomUUID(), { status: 'paused' })), [404, 'not_found'])
    })

    it('a pause queues nothing new and keeps what is owed; resuming sends it', async () => {
      const { id } = await subscribe('/paused')
      await emit(t, t.scope, [{}])
      assert.equal((await patch(id, { status: 'paused' })).body['status'], 'paused')
      await emit(t, t.scope, [{}])
      startWorker()
      await wakeWorkers(t.db)
      assert.deepEqual(
        (await deliveriesOf(t.db, t.scope, id)).map(({ state }) => state),
        ['pending'],
      )
      await patch(id, { status: 'active' })
      await settledOf(t.db, t.scope, id, ['succeeded'])
      assert.equal(receiver.at('/paused').length, 1)
    })

    it('activation forgets the failures', async () => {
      const { id } = await subscribe('/forgotten')
      await t.db
        .updateTable('webhooks')
        .set({
          status: 'disabled',
          disabled_at: t.clock.now(),
          disabled_reason: 'gone',
          consecutive_failures: 9,
          consecutive_exhausted: 10,
        })
        .where('id', '=', id)
        .execute()
      const { body: disabled } = await t.get(`/v1/webhooks/${id}`)
      assert.deepEqual([disabled['failureStage'], disabled['disabledReason']], ['disabled', 'gone'])
      const { body } = await patch(id, { status: 'active' })
      assert.deepEqual(
        [body['status'], body['consecutiveFailures'], body['disabledAt'], body['disabledReason']],
        ['active', 0, null, null],
      )
      assert.equal(body['failureStage'], 'none')
    })
  })

  describe('rotating the secret', () => {
    const v1 = (header: unknown) =>
      String(header)
        .split(',')
        .filter((item) => item.startsWith('v1='))
    const verifies = (secret: string, arrival: { body: string; headers: object }) => {
      try {
        new StandardWebhook(secret).verify(arrival.body, arrival.headers as Record<string, string>)
        return true
      } catch {
        return false
      }
    }

    it('signs with both for a day, then with the new one alone', async () => {
      const { id, secret: first } = await subscribe('/rotated')
      const { status, body } = await t.post(`/v1/webhooks/${id}/rotate-secret`)
      assert.equal(status, 200)
      const second = body['secret'] as string
      assert.notEqual(second, first)
      assert.equal(body['rotatedAt'], t.clock.now().toISOString())
      const shown = (await t.get(`/v1/webhooks/${id}`)).body['secretMasked'] as string
      assert.equal(shown, `whsec_${second.slice(6, 9)}…${second.slice(-4)}`)

      await t.post(`/v1/webhooks/${id}/ping`)
      const [both] = receiver.at('/rotated')
      assert.ok(both)
      const seconds = /t=(\d+)/.exec(String(both.headers['x-repull-signature']))?.[1]
      const sign = (secret: string) =>
        `v1=${createHmac('sha256', secret).update(`${seconds}.${both.body}`).digest('hex')}`
      assert.deepEqual(v1(both.headers['x-repull-signature']), [sign(second), sign(first)])
      assert.ok(verifies(first, both) && verifies(second, both))

      t.clock.advance(24 * hour)
      await t.post(`/v1/webhooks/${id}/ping`)
      const [, one] = receiver.at('/rotated')
      assert.ok(one)
      assert.equal(v1(one.headers['x-repull-signature']).length, 1)
      await t.post(`/v1/webhooks/${id}/rotate-secret`)
      await t.post(`/v1/webhooks/${id}/ping`)
      t.clock.set(new Date())
      const [, , third] = receiver.at('/rotated')
      assert.equal(v1(third?.headers['x-repull-signature']).length, 2)
    })

    it('goes on signing with every secret that was promised to count, when it is pressed again', async () => {
      const { id, secret: first } = await subscribe('/pressed-twice')
      const rotated = async () => (await t.post(`/v1/webhooks/${id}/rotate-secret`)).body['secret'] as string
      const [second, third] = [await rotated(), await rotated()]
      await t.post(`/v1/webhooks/${id}/ping`)
      const [arrival] = receiver.at('/pressed-twice')
      assert.ok(arrival)
      assert.equal(v1(arrival.headers['x-repull-signature']).length, 3)
      for (const secret of [first, second, third]) assert.ok(verifies(secret, arrival))
      for (let times = 0; times < 4; times += 1) await rotated()
      await t.post(`/v1/webhooks/${id}/ping`)
      const [, later] = receiver.at('/pressed-twice')
      assert.equal(v1(later?.headers['x-repull-signature']).length, 4)
    })

    it('is what helps when the secret can no longer be read', async () => {
      const { id } = await subscribe('/unreadable')
      await t.db
        .updateTable('webhooks')
        .set({ secret: Buffer.from('broken') })
        .where('id', '=', id)
        .execute()
      const { status, body } = await t.post(`/v1/webhooks/${id}/rotate-secret`)
      assert.deepEqual([status, body['previousSecretValidUntil']], [200, null])
      const ping = await t.post(`/v1/webhooks/${id}/ping`)
      assert.deepEqual([ping.status, ping.body['success']], [200, true], ping.text)
      const [arrival] = receiver.at('/unreadable')
      assert.ok(arrival && verifies(body['secret'] as string, arrival))
    })

    it('knows no other workspace', async () => {
      const other = await t.addWorkspace()
      const { id } = await subscribe('/mine')
      const answer = await t.post(`/v1/webhooks/${id}/rotate-secret`, undefined, { key: other.liveKey })
      assert.deepEqual(codeOf(answer), [404, 'not_found'])
    })
  })

  describe('trying it', () => {
    it('sends a made-up event of any kind, marked as a test and outside the log', async () => {
      const { id } = await subscribe('/tried', { events: ['repull.ping'] })
      const before = (await t.get('/v1/events?limit=1')).body['log']!['latest']
      for (const kind of eventKinds) {
        const { status, body } = await t.post(`/v1/webhooks/${id}/test/${kind}`)
        assert.equal(status, 200, kind)
        assert.deepEqual([body['success'], body['eventType']], [true, kind])
        const arrival = receiver.at('/tried').at(-1)
        assert.deepEqual(arrival?.json, body['payload'])
        assert.equal(arrival?.json['test'], true)
        assert.equal(arrival?.json['sequence'], null)
        assert.equal(replyViolation(eventEnvelope(kind))(arrival?.json), undefined, kind)
      }
      assert.equal((await t.get('/v1/events?limit=1')).body['log']!['latest'], before)
    })

    it('refuses a kind that does not exist: invalid_type', async () => {
      const { id } = await subscribe('/untried')
      const answer = await t.post(`/v1/webhooks/${id}/test/reservation.creatd`)
      assert.deepEqual(codeOf(answer), [400, 'invalid_type'])
      assert.deepEqual(answer.body['error']!['valid_values'], eventKinds)
      assert.equal(answer.body['error']!['did_you_mean'], 'reservation.created')
    })

    it('the older way sends to any address with a secret of the caller', async () => {
      const body = {
        url: receiver.url('/older'),
        event_type: 'reservation.cancelled',
        signing_secret: 'my own',
      }
      const answer = await t.post('/v1/webhooks/test', body)
      assert.deepEqual([answer.status, answer.body['success']], [200, true])
      const [arrival] = receiver.at('/older')
      assert.equal(arrival?.headers['x-repull-delivery-id'], answer.body['deliveryId'])
      const seconds = /t=(\d+)/.exec(String(arrival?.headers['x-repull-signature']))?.[1]
      const expected = createHmac('sha256', 'my own').update(`${seconds}.${arrival?.body}`).digest('hex')
      assert.equal(arrival?.headers['x-repull-signature'], `t=${seconds},v1=${expected}`)
      assert.deepEqual(codeOf(await t.post('/v1/webhooks/test', { ...body, event_type: 'no' })), [
        400,
        'invalid_type',
      ])
      const inside = { ...body, url: 'http://169.254.169.254/latest' }
      assert.deepEqual(codeOf(await t.post('/v1/webhooks/test', inside)), [400, 'invalid_body'])
    })
  })

  describe('replaying', () => {
    const replay = (id: string, delivery: string, body?: unknown) =>
      t.post(`/v1/webhooks/${id}/deliveries/${delivery}/replay`, body)

    it('sends the same event under a new delivery id, three times an hour, and says when the next one may', async () => {
      startWorker()
      answers['/replayed'] = 500
      const { id } = await subscribe('/replayed')
      await emit(t, t.scope, [{}])
      await until('the first attempt', () => receiver.at('/replayed').length === 1)
      const first = await until('its row', () => lastDelivery(id).catch(() => null))
      const started = t.clock.now()
      const made: string[] = []
      for (const number of [1, 2, 3]) {
        t.clock.advance(1000)
        // A replay of a replay counts against the same delivery.
        const { status, body } = await replay(id, made.at(-1) ?? first)
        assert.equal(status, 200)
        assert.deepEqual(
          [
            body['replayNumber'],
            body['replaysRemaining'],
            body['replayLimit'],
            body['attempt'],
            body['success'],
          ],
          [number, 3 - number, 3, number + 1, false],
        )
        assert.equal(body['nextWindowResetAt'], new Date(started.getTime() + 1000 + hour).toISOString())
        made.push(body['id'] as string)
      }
      const arrivals = receiver.at('/replayed')
      assert.equal(arrivals.length, 4)
      assert.equal(new Set(arrivals.map(({ json }) => json.eventId)).size, 1)
      assert.deepEqual(
        arrivals.slice(1).map(({ headers }) => headers['x-repull-delivery-id']),
        made,
      )
      const refused = await replay(id, first)
      assert.deepEqual(codeOf(refused), [409, 'replay_limit_reached'])
      assert.deepEqual(
        [
          refused.body['error']!['replays_made'],
          refused.body['error']!['replay_limit'],
          refused.body['error']!['replay_window_minutes'],
        ],
        [3, 3, 60],
      )
      const allowedAt = refused.body['error']!['next_replay_allowed_at'] as string
      assert.equal(allowedAt, new Date(started.getTime() + 1000 + hour).toISOString())
      assert.equal(refused.headers['retry-after'], undefined)
      // The retry that was planned is as it was.
      const [row] = await deliveriesOf(t.db, t.scope, id)
      assert.deepEqual([row?.state, row?.failures], ['pending', 1])
      t.clock.set(allowedAt)
      answers['/replayed'] = 204
      const { body } = await replay(id, first)
      assert.deepEqual([body['success'], body['replayNumber']], [true, 3])
      await settledOf(t.db, t.scope, id, ['succeeded'])
      t.clock.set(new Date())
    })

    it('delivery_already_succeeded unless forced', async () => {
      startWorker()
      const { id } = await subscribe('/accepted')
      await emit(t, t.scope, [{}])
      await settledOf(t.db, t.scope, id, ['succeeded'])
      const delivery = await lastDelivery(id)
      const refused = await replay(id, delivery)
      assert.deepEqual(codeOf(refused), [409, 'delivery_already_succeeded'])
      assert.deepEqual(
        [refused.body['error']!['replays_made'], refused.body['error']!['receiver_status']],
        [0, 204],
      )
      assert.ok(refused.body['error']!['succeeded_at'])
      answers['/accepted'] = 500
      const failed = await replay(id, delivery, { force: true })
      assert.deepEqual([failed.status, failed.body['success'], failed.body['forced']], [200, false, true])
      // It was accepted once, and stays so.
      await settledOf(t.db, t.scope, id, ['succeeded'])
      answers['/accepted'] = 204
      assert.equal((await replay(id, delivery, { force: true })).body['success'], true)
      assert.equal(receiver.at('/accepted').length, 3)
    })

    it('refuses a body that says nothing it knows: validation_error', async () => {
      const { id } = await subscribe('/wrong')
      await t.post(`/v1/webhooks/${id}/ping`)
      const delivery = await lastDelivery(id)
      for (const body of [[], 'force', null, { force: 'yes' }, { force: null }]) {
        assert.deepEqual(
          codeOf(await replay(id, delivery, body)),
          [422, 'validation_error'],
          JSON.stringify(body),
        )
      }
    })

    it('invalid_state: no usable secret, too old, or under way', async () => {
      startWorker()
      answers['/stuck'] = 500
      const { id } = await subscribe('/stuck')
      await emit(t, t.scope, [{}])
      const delivery = await until('its row', () => lastDelivery(id).catch(() => null))
      const [row] = await deliveriesOf(t.db, t.scope, id)
      const set = (values: object) =>
        t.db.updateTable('deliveries').set(values).where('id', '=', row!.id).execute()
      // Beyond the seven days, and beyond the clock of the tests before.
      t.clock.advance(9 * 24 * hour)
      assert.deepEqual(codeOf(await replay(id, delivery)), [409, 'invalid_state'])
      t.clock.set(new Date())
      const later = new Date(Date.now() + hour)
      await set({ state: 'sending', attempt_id: randomUUID(), attempt_at: later, claimed_until: later })
      assert.deepEqual(codeOf(await replay(id, delivery)), [409, 'invalid_state'])
      await set({ state: 'exhausted', attempt_id: null, attempt_at: null, claimed_until: null })
      await t.db
        .updateTable('webhooks')
        .set({ secret: Buffer.from('broken') })
        .where('id', '=', id)
        .execute()
      const noSecret = await replay(id, delivery)
      assert.deepEqual(codeOf(noSecret), [409, 'invalid_state'])
      assert.equal(noSecret.body['error']!['currentStatus'], 'no_secret')
      const [after] = await deliveriesOf(t.db, t.scope, id)
      assert.deepEqual([after?.state, after?.replayed_at], ['exhausted', []])
      assert.deepEqual(codeOf(await replay(id, randomUUID())), [404, 'not_found'])
    })
  })

  describe('recovering', () => {
    const recover = (id: string, since: unknown) => t.post(`/v1/webhooks/${id}/recover`, { since })
    const latest = async () => Number((await t.get('/v1/events?limit=1')).body['log']!['latest'])

    it('sends again what failed, and what a pause kept from being queued', async () => {
      startWorker()
      answers['/recovered'] = 500
      const from = (await latest()) + 1
      const { id } = await subscribe('/recovered', { events: ['reservation.created'] })
      await emit(t, t.scope, [{}, {}, { type: 'repull.ping' }])
      await until('both failures', async () =>
        (await deliveriesOf(t.db, t.scope, id)).every((row) => row.failures === 1 && row.state === 'pending'),
      )
      const [, second] = await deliveriesOf(t.db, t.scope, id)
      await t.db.updateTable('deliveries').set({ state: 'exhausted' }).where('id', '=', second!.id).execute()
      await patch(id, { status: 'paused' })
      assert.deepEqual(codeOf(await recover(id, from)), [409, 'invalid_state'])
      await emit(t, t.scope, [{}, { type: 'repull.ping' }])
      await patch(id, { status: 'active' })
      answers['/recovered'] = 204
      const { status, body } = await recover(id, from)
      assert.equal(status, 200)
      assert.deepEqual(body as unknown, {
        id,
        fromSequence: from,
        toSequence: from + 4,
        retried: 2,
        added: 1,
        hasMore: false,
      })
      await settledOf(t.db, t.scope, id, ['succeeded', 'succeeded', 'succeeded'])
      const again = await recover(id, String(from))
      assert.deepEqual([again.body['retried'], again.body['added']], [0, 0])
    })

    it('takes an instant or a sequence, and nothing else', async () => {
      const { id } = await subscribe('/since')
      for (const since of ['yesterday', -1, 1.5, true, '']) {
        assert.deepEqual(codeOf(await recover(id, since)), [400, 'invalid_body'], String(since))
      }
      assert.deepEqual(codeOf(await recover(randomUUID(), 1)), [404, 'not_found'])
    })
  })
})
