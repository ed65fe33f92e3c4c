/** Workers that die in the middle, as real processes: nothing is lost, and the receiver can tell repetitions. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createWebhookSecret } from '../../src/features/webhooks/delivery/signature.ts'
import { defaultDeliverySettings } from '../../src/features/webhooks/delivery/delivery-settings.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createVault } from '../../src/platform/crypto.ts'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { runScript, type Child } from '../harness/child.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { until } from '../harness/until.ts'
import { attemptsOf, claimedOf, deliveriesOf, emit } from './events.ts'
import { startReceiver, type Receiver } from './receiver.ts'

const scope = { workspaceId: '1' }
/** Longer than a busy machine keeps an answer waiting. */
const ackTimeoutMs = 4_000
const leaseSlackMs = 300
/** Those that were late all the same are tried again at once. */
const retryDelaysMs = '100,100,100,100'

describe('webhook workers that are killed', () => {
  const keyRing = randomBytes(32).toString('base64')
  const vault = createVault(keyRing)
  const answers: Parameters<typeof startReceiver>[0] = {}
  const children: Child[] = []
  let test: TestDatabase
  let database: Database
  let receiver: Receiver

  before(async () => {
    test = await createTestDatabase()
    database = createDatabase(test.url, { log: createLog({ level: 'silent' }), max: 3 })
    receiver = await startReceiver(answers)
    await database.kysely.insertInto('workspaces').values({ id: '1', name: 'Test' }).execute()
  })
  after(async () => {
    for (const child of children) child.process.kill('SIGKILL')
    await Promise.all(children.map((child) => child.ended))
    await receiver?.close()
    await database?.close()
    await test?.drop()
  })

  const t = () => ({ db: database.kysely, clock: systemClock })
  const startWorker = (timeoutMs = ackTimeoutMs) => {
    const args = [test.url, keyRing, String(timeoutMs), String(leaseSlackMs), retryDelaysMs]
    const child = runScript('test/webhooks/worker-process.ts', args)
    children.push(child)
    return child
  }
  const kill = async (child: Child) => {
    child.process.kill('SIGKILL')
    await child.ended
  }
  async function subscribe(path: string, id: string) {
    const secret = vault.encrypt(createWebhookSecret(), `webhook:1:${id}`)
    const values = { workspace_id: '1', id, url: receiver.url(path), events: ['*'], api_version: '2026-04' }
    await database.kysely
      .insertInto('webhooks')
      .values({ ...values, secret, secret_key_id: vault.keyId, secret_masked: '' })
      .execute()
    return id
  }

  it('another takes over what one had claimed, and it counts as no failure', async () => {
    answers['/held'] = 'hang'
    const id = await subscribe('/held', '11111111-1111-4111-8111-111111111111')
    await emit(t(), scope, [{}])
    const first = startWorker()
    const [held] = await until('the first delivery', () => receiver.at('/held').at(0) && receiver.at('/held'))
    await kill(first)
    assert.equal((await claimedOf(database.kysely, scope, id)).length, 1)
    answers['/held'] = 204
    const second = startWorker()
    await until('the second delivery', async () => {
      const [delivery] = await deliveriesOf(database.kysely, scope, id)
      return delivery?.state === 'succeeded'
    })
    const [, again] = receiver.at('/held')
    assert.equal(again?.body, held?.body)
    assert.notEqual(again?.headers['x-repull-delivery-id'], held?.headers['x-repull-delivery-id'])
    const attempts = await attemptsOf(database.kysely, scope, id)
    assert.deepEqual(
      attempts.map(({ id: attempt, number, outcome }) => [attempt, number, outcome]),
      [
        [held?.headers['x-repull-delivery-id'], 1, 'interrupted'],
        [again?.headers['x-repull-delivery-id'], 2, 'accepted'],
      ],
    )
    const [end] = await deliveriesOf(database.kysely, scope, id)
    assert.equal(end?.failures, 0)
    await kill(second)
  })

  it('no event is lost however often they die', async () => {
    const count = 200
    // Slow enough that some are always under way.
    answers['/counted'] = ({ response }) => void setTimeout(() => response.writeHead(204).end(), 20)
    const id = await subscribe('/counted', '22222222-2222-4222-8222-222222222222')
    await emit(
      t(),
      scope,
      Array.from({ length: count }, () => ({})),
    )
    // Killed once it has sent some, each at another place.
    for (const enough of [1, 30, 75, 120]) {
      const worker = startWorker()
      await until(`${enough} deliveries`, () => receiver.at('/counted').length >= enough)
      await kill(worker)
    }
    const last = startWorker()
    await until('all of them', async () => {
      const rows = await deliveriesOf(database.kysely, scope, id)
      return rows.length === count && rows.every((row) => row.state === 'succeeded')
    })
    const arrivals = receiver.at('/counted')
    assert.equal(new Set(arrivals.map((arrival) => arrival.json.eventId)).size, count)
    const ids = arrivals.map((arrival) => arrival.headers['x-repull-delivery-id'])
    assert.equal(new Set(ids).size, ids.length)
    const attempts = await attemptsOf(database.kysely, scope, id)
    assert.ok(attempts.some((attempt) => attempt.outcome === 'interrupted'))
    last.process.kill('SIGTERM')
    assert.equal(await last.ended, 0)
  })

  it('what is new does not wait until the lease of one that died is over', async () => {
    answers['/left'] = 'hang'
    const id = await subscribe('/left', '33333333-3333-4333-8333-333333333333')
    await emit(t(), scope, [{}])
    const first = startWorker(60_000)
    await until('the first delivery', () => receiver.at('/left').length === 1)
    await kill(first)
    answers['/left'] = 204
    await emit(t(), scope, [{}])
    const second = startWorker(60_000)
    await until('the one that is new', async () => {
      const states = (await deliveriesOf(database.kysely, scope, id)).map(({ state }) => state)
      return states.join() === 'pending,succeeded'
    })
    // The other one may be under way still.
    assert.equal((await claimedOf(database.kysely, scope, id)).length, 1)
    assert.equal(receiver.at('/left').length, 2)
    await kill(second)
  })

  it('a claim outlasts the longest attempt, and not by much', () => {
    const { ackTimeoutMs: longest, leaseSlackMs: slack } = defaultDeliverySettings
    assert.ok(slack > 0 && longest + slack <= 20_000)
  })
})
