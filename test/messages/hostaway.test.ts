/** Messages sent into conversations of a PMS, against its simulator. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { hostaway } from '../../src/connectors/hostaway/index.ts'
import { errorOf } from '../bookings/pms-world.ts'
import { startWorld, type World } from '../sync/world.ts'

let world: World
let conversationId = ''
let vendorThread = 0
let number = 0
const nextKey = () => `message-${(number += 1)}`

before(async () => {
  world = await startWorld({ listings: 3, reservations: 80 })
  const manifest = { ...hostaway.manifest, rateLimits: [], timeoutMs: 400 }
  world.services.connectors = { hostaway: { ...hostaway, manifest } }
  await world.startWorker()
  await world.connect()
  await world.settle()
  const { rows } = await sql<{ id: string; external_id: string }>`
    select id, external_id from conversations where reservation_id is not null and platform = 'airbnb'
    order by id limit 1`.execute(world.app.db)
  assert.ok(rows[0])
  conversationId = rows[0].id
  vendorThread = Number(rows[0].external_id)
})
after(() => world.close())
beforeEach(() => world.simulator.faults.clear())

const send = (body: object, key?: string, query = '') =>
  world.app.post(`/v1/conversations/${conversationId}/messages${query}`, body, {
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
/** The clocks of both sides go together. */
function wait(seconds: number): void {
  world.simulator.clock.advanceSeconds(seconds)
  world.app.clock.advance(seconds * 1000)
}
async function pass(seconds: number): Promise<void> {
  wait(seconds)
  await world.settle()
}
const path = () => `/v1/conversations/${vendorThread}/messages`
const fault = (kind: string, method = 'POST', count = 1) =>
  void world.simulator.faults.add({ kind, method, path: path(), count })
const atVendor = (body: string) => world.state().messages.filter((row) => row['body'] === (body as never))
const here = async (body: string) =>
  (await world.all(`/v1/conversations/${conversationId}/messages`)).filter((row) => row['body'] === body)
const told = async (body: string) =>
  (await world.events())
    .filter(({ data }) => data['body'] === body)
    .map(({ type, data }) => `${type} ${String(data['source'])}`)

/** Once at the vendor, once here, told once as sent through the API, also after the next readings. */
async function assertOnce(body: string): Promise<void> {
  await pass(120)
  await pass(3600)
  assert.equal(atVendor(body).length, 1, 'at the vendor')
  const rows = await here(body)
  assert.equal(rows.length, 1, 'here')
  assert.equal(rows[0]?.['externalMessageId'], String(atVendor(body)[0]?.id))
  assert.deepEqual(await told(body), ['reservation.message.sent repull'])
}

describe('a message', () => {
  it('is at the vendor and here, told once, and the next readings add nothing', async () => {
    const answer = await send({ message: 'The key is in the box.' }, nextKey())
    assert.equal(answer.status, 200, answer.text)
    const { id, externalMessageId, channel, status, pms } = answer.body
    assert.deepEqual([channel, status, pms['provider']], ['airbnb', 'sent', 'hostaway'])
    assert.equal(externalMessageId, String(atVendor('The key is in the box.')[0]?.id))
    assert.equal((await here('The key is in the box.'))[0]?.['id'], id)
    const thread = await world.get<Record<string, string>>(`/v1/conversations/${conversationId}`)
    assert.equal(thread['lastMessagePreview'], 'The key is in the box.')
    await assertOnce('The key is in the box.')
  })

  it('goes the way that is chosen, and no way the PMS has not', async () => {
    const byMail = await send({ message: 'By mail.', channel: 'email' }, nextKey())
    assert.equal(byMail.body['channel'], 'email', byMail.text)
    assert.equal(String(atVendor('By mail.')[0]?.['communicationType']), 'email')
    const same = await send({ message: 'As ever.', channel: 'airbnb' }, nextKey())
    assert.equal(same.body['channel'], 'airbnb', 'the channel of the thread is its own way')
    const error = errorOf(await send({ message: 'x', channel: 'pigeon' }), 422, 'pms_write_unsupported')
    assert.deepEqual([error['provider'], error['field']], ['hostaway', 'channel'])
  })

  it('with files is refused before anything is fetched: this PMS sends none', async () => {
    const files = [{ url: 'https://files.example.com/a.jpg' }]
    const error = errorOf(await send({ message: 'See.', attachments: files }), 422, 'pms_write_unsupported')
    assert.equal(error['field'], 'attachments')
  })

  it('is repeated under its key without being sent again', async () => {
    const key = nextKey()
    const [first, second] = [await send({ message: 'Once.' }, key), await send({ message: 'Once.' }, key)]
    assert.equal(second.text, first.text)
    await sql`delete from idempotency_keys`.execute(world.app.db)
    const third = await send({ message: 'Once.' }, key)
    assert.deepEqual(third.body, first.body, 'also when the stored answer is gone')
    errorOf(
      await send({ message: 'Other.' }, nextKey().replace(/\d+$/, String(number - 1))),
      422,
      'idempotency_key_reused',
    )
    await assertOnce('Once.')
  })

  for (const kind of ['lost_answer', 'html']) {
    it(`is found in the thread when its answer is lost (${kind})`, async () => {
      const text = `Lost by ${kind}.`
      fault(kind)
      const answer = await send({ message: text }, nextKey())
      if (kind === 'lost_answer') {
        assert.equal(answer.status, 200, answer.text)
        await assertOnce(text)
      } else {
        errorOf(answer, 502, 'message_send_failed')
        wait(70)
        const again = await send({ message: text }, `message-${number}`)
        assert.equal(again.status, 200, again.text)
        await assertOnce(text)
      }
    })
  }

  it('whose answer is lost is not sent again while the thread cannot be read', async () => {
    const key = nextKey()
    fault('lost_answer')
    fault('500', 'GET', 50)
    errorOf(await send({ message: 'Unseen.' }, key), 502, 'message_send_failed')
    wait(61)
    errorOf(await send({ message: 'Unseen.' }, key), 502, 'message_send_failed')
    assert.equal(atVendor('Unseen.').length, 1)
    world.simulator.faults.clear()
    const again = await send({ message: 'Unseen.' }, key)
    assert.equal(again.status, 200, again.text)
    await assertOnce('Unseen.')
  })

  it('that never arrived is sent again only after it had every chance to arrive', async () => {
    const key = nextKey()
    fault('drop')
    const first = errorOf(await send({ message: 'Dropped.' }, key), 502, 'message_send_failed')
    assert.ok(Number(first['retry_after']) > 1)
    errorOf(await send({ message: 'Dropped.' }, key), 502, 'message_send_failed')
    assert.equal(atVendor('Dropped.').length, 0)
    wait(61)
    const again = await send({ message: 'Dropped.' }, key)
    assert.equal(again.status, 200, again.text)
    await assertOnce('Dropped.')
  })

  it('is told as sent from here when the reading is faster than the request', async () => {
    fault('lost_answer')
    fault('500', 'GET', 50)
    errorOf(await send({ message: 'Overtaken.' }), 502, 'message_send_failed')
    world.simulator.faults.clear()
    await assertOnce('Overtaken.')
  })

  it('twice the same text is two messages', async () => {
    await send({ message: 'Thanks!' }, nextKey())
    fault('lost_answer')
    const second = await send({ message: 'Thanks!' }, nextKey())
    assert.equal(second.status, 200, second.text)
    await pass(120)
    assert.equal(atVendor('Thanks!').length, 2)
    assert.equal((await here('Thanks!')).length, 2)
    assert.equal((await told('Thanks!')).length, 2)
  })

  it('waits while the PMS takes no calls, and goes out with the same key', async () => {
    const key = nextKey()
    world.simulator.faults.add({ kind: '429', method: 'POST', path: path(), count: 20 })
    const error = errorOf(await send({ message: 'Later.' }, key), 429, 'rate_limit_exceeded')
    assert.ok(Number(error['retry_after']) >= 1)
    world.simulator.faults.clear()
    const again = await send({ message: 'Later.' }, key)
    assert.equal(again.status, 200, again.text)
    await assertOnce('Later.')
  })
})

describe('a dry run of a message', () => {
  it('tells what the conversation takes, and sends nothing', async () => {
    const text = 'Call +49 30 1234567 or see https://example.com/house'
    const answer = await send({ message: text }, nextKey(), '?dry_run=true')
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body['dryRun'], true)
    assert.deepEqual(answer.body['rules'], {
      maxLength: 4000,
      channels: ['email', 'channel', 'sms', 'whatsapp'],
      files: null,
      contactInfo: 'removed',
    })
    assert.deepEqual(answer.body['warnings'][0]?.['found'], ['https://example.com/house', '+49 30 1234567'])
    assert.equal(atVendor(text).length, 0)
    assert.equal((await here(text)).length, 0)
  })
})
