/** Sending through a vendor that takes files and does as it is told. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { errorOf } from '../bookings/pms-world.ts'
import { memoryObjects } from '../harness/objects.ts'
import { gif, png, startFilePlace, startRelayWorld, type FilePlace, type RelayWorld } from './relay-world.ts'

let world: RelayWorld
let files: FilePlace
const objects = memoryObjects()
let number = 0
const nextKey = () => `send-${(number += 1)}`
before(async () => {
  world = await startRelayWorld()
  files = await startFilePlace()
  world.services.objects = objects
})
after(async () => {
  await world.close()
  await files.close()
})
afterEach(() => {
  world.vendor.scripts = {}
})

const send = (thread: string, body: object, key?: string, query = '') =>
  world.write('POST', `/v1/conversations/${world.threads[thread] ?? thread}/messages${query}`, body, key)
const at = (...paths: string[]) => paths.map((path) => ({ url: files.url(path) }))
const bodiesSent = () => world.vendor.sent.map(({ body }) => body)
const here = async (thread: string) =>
  world.all<{ body: string; externalMessageId: string | null; attachments: { url: string }[] }>(
    `/v1/conversations/${world.threads[thread]}/messages`,
  )
const told = async (body: string) =>
  (await world.events()).filter(({ data }) => data['body'] === body).map(({ data }) => data['source'])
const refuse = (words: string) => () => {
  throw new VendorError('rejected', 'refused', { vendorMessage: words })
}

describe('files', () => {
  it('are fetched, kept here and given to the vendor, as many messages as it takes', async () => {
    const key = nextKey()
    const body = { message: 'Two pictures.', attachments: at('/a.png', '/moved', '/b.gif') }
    const answer = await send('booked', body, key)
    assert.equal(answer.status, 200, answer.text)
    const parts = answer.body['parts'] as unknown as Record<string, unknown>[]
    assert.deepEqual(
      parts.map((part) => [part['attachmentIndexes'], part['hasText'], part['sent']]),
      [
        [[0], true, true],
        [[1], false, true],
        [[2], false, true],
      ],
    )
    const [first, , third] = answer.body['attachments'] as unknown as Record<string, unknown>[]
    assert.deepEqual(
      [
        first?.['type'],
        first?.['contentType'],
        first?.['filename'],
        first?.['sizeBytes'],
        first?.['sourceUrl'],
      ],
      ['image', 'image/png', 'a.png', png.length, files.url('/a.png')],
    )
    assert.deepEqual([third?.['contentType'], third?.['sizeBytes']], ['image/gif', gif.length])
    assert.equal(objects.held.size, 3)
    const given = world.vendor.sent.at(-3)?.files[0]
    assert.deepEqual(await given?.bytes(), png)
    assert.equal(given?.url, first?.['url'])
    const path = new URL(String(given?.url)).pathname
    const served = await world.app.get(path, { key: null })
    if (served.status !== 404) assert.equal(served.headers['content-type'], 'image/png')
    const asked = files.asked.length
    await sql`delete from idempotency_keys`.execute(world.app.db)
    assert.deepEqual((await send('booked', body, key)).body, answer.body)
    assert.equal(files.asked.length, asked, 'nothing is fetched again')
    assert.equal(bodiesSent().length, 3)
    await world.pass(3600)
    const rows = (await here('booked')).filter(({ attachments }) => attachments.length > 0)
    assert.equal(rows.length, 3, 'also after a reading by a vendor that shows no files')
    assert.deepEqual(await told('Two pictures.'), ['repull'])
  })

  const wrong: [string, string, string, object][] = [
    ['/missing', 'attachment_unreachable', 'an error status', { upstream_status: 404 }],
    ['/empty', 'attachment_unreachable', 'nothing in it', {}],
    ['/broken', 'attachment_unreachable', 'cut off', {}],
    ['/loop', 'attachment_unreachable', 'going round', {}],
    ['/large', 'attachment_too_large', 'too large', {}],
    ['/inside', 'attachment_url_not_allowed', 'redirects inside', {}],
    [
      '/renamed.png',
      'attachment_type_not_supported',
      'not what its name says',
      { value_received: 'application/pdf' },
    ],
  ]
  for (const [path, code, what, extra] of wrong) {
    it(`that are ${what} are refused, and nothing is sent or kept`, async () => {
      const [sent, kept] = [bodiesSent().length, objects.held.size]
      const body = { message: 'x', attachments: at('/a.png', path) }
      const error = errorOf(await send('booked', body, nextKey()), 422, code)
      assert.deepEqual([error['index'], error['field']], [1, 'attachments[1]'])
      for (const [name, value] of Object.entries(extra)) assert.equal(error[name], value)
      assert.equal(bodiesSent().length, sent)
      assert.equal(objects.held.size, kept)
    })
  }

  it('at addresses that are not public are refused', async () => {
    const shown = {
      'ftp://files.example.com/a.png': 'ftp://files.example.com/a.png',
      'https://me:secret@example.com/a.png': 'https://me:[hidden]@example.com/a.png',
      nonsense: 'nonsense',
    }
    for (const [url, received] of Object.entries(shown)) {
      const error = errorOf(
        await send('booked', { attachments: [{ url }] }, nextKey()),
        422,
        'attachment_url_not_allowed',
      )
      assert.equal(error['value_received'], received)
    }
    world.services.config = { ...world.services.config, allowPrivateTargets: false }
    for (const url of [
      files.url('/a.png'),
      files.url('/a.png').replace('http:', 'https:'),
      'https://localhost/a.png',
    ])
      errorOf(await send('booked', { attachments: [{ url }] }), 422, 'attachment_url_not_allowed')
    world.services.config = { ...world.services.config, allowPrivateTargets: true }
  })

  it('are held to the number and to what the channel is known to take', async () => {
    const six = { message: 'x', attachments: at(...Array.from({ length: 6 }, () => '/a.png')) }
    assert.equal(errorOf(await send('booked', six), 422, 'too_many_attachments')['limit'], 5)
    errorOf(await send('hotel', { attachments: at('/a.png') }), 422, 'attachment_requires_message')
    errorOf(
      await send('hotel', { message: 'x', attachments: at('/b.gif') }),
      422,
      'attachment_type_not_supported',
    )
    const early = errorOf(await send('asked9', { attachments: at('/a.png') }), 422, 'message_not_sent')
    assert.match(String(early['statusReason']), /before the guest has booked/)
  })

  it('that cannot be stored stop everything, and the same key may try again', async () => {
    const key = nextKey()
    const body = { message: 'Stored later.', attachments: at('/a.png') }
    world.services.objects = { ...objects, put: () => Promise.reject(new Error('disk full')) }
    errorOf(await send('booked', body, key), 503, 'attachment_storage_failed')
    world.services.objects = objects
    assert.equal((await send('booked', body, key)).status, 200)
    assert.equal(bodiesSent().filter((text) => text === 'Stored later.').length, 1)
  })

  it('that were uploaded here are read from where they are kept', async () => {
    const { publicUrl } = world.services
    const path = `${world.app.scope.workspaceId}/listings/1/abc123.png`
    await objects.put(path, png, 'image/png')
    const asked = files.asked.length
    const url = `${publicUrl}/files/${path}`
    const answer = await send('booked', { message: 'The door.', attachments: [{ url }] }, nextKey())
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(await world.vendor.sent.at(-1)?.files[0]?.bytes(), png)
    assert.equal(files.asked.length, asked)
    const foreign = `${publicUrl}/files/9${path}`
    errorOf(await send('booked', { attachments: [{ url: foreign }] }), 422, 'attachment_unreachable')
  })
})

describe('a message that is refused', () => {
  it('reached nobody, and says why', async () => {
    world.vendor.scripts.message = [refuse('No phone numbers.')]
    const key = nextKey()
    const error = errorOf(await send('booked', { message: 'Call me.' }, key), 422, 'message_not_sent')
    assert.equal(error['statusReason'], 'No phone numbers.')
    errorOf(await send('booked', { message: 'Call me.' }, key), 422, 'message_not_sent')
    assert.ok(!bodiesSent().includes('Call me.'))
    await sql`delete from idempotency_keys`.execute(world.app.db)
    assert.equal((await send('booked', { message: 'Call me.' }, key)).status, 200, 'it may be tried anew')
  })

  it('in part tells which parts arrived', async () => {
    world.vendor.scripts.message = [(act) => act(), refuse('Too many pictures.')]
    const body = { message: 'Some.', attachments: at('/a.png', '/a.png', '/a.png') }
    const error = errorOf(await send('booked', body, nextKey()), 422, 'message_partially_sent')
    const parts = error['parts'] as { sent: boolean; error?: string }[]
    assert.deepEqual(
      parts.map(({ sent }) => sent),
      [true, false, false],
    )
    assert.equal(parts[1]?.error, 'Too many pictures.')
    assert.equal((error['attachments'] as object[]).length, 1)
    assert.deepEqual(await told('Some.'), ['repull'])
  })

  it('because the account is no longer let in asks for connecting again', async () => {
    world.vendor.scripts.message = [
      () => {
        throw new VendorError('reauth', 'revoked')
      },
    ]
    const key = nextKey()
    errorOf(await send('booked', { message: 'Let me in.' }, key), 403, 'connection_reauth_required')
    assert.equal((await send('booked', { message: 'Let me in.' }, key)).status, 200)
    await world.setConnection('error')
    errorOf(await send('booked', { message: 'x' }), 403, 'connection_reauth_required')
    await world.setConnection('disconnected')
    errorOf(await send('booked', { message: 'x' }), 409, 'no_connection')
    await world.setConnection('active')
  })

  it('because it is too long for the channel is told before', async () => {
    const error = errorOf(await send('booked', { message: 'x'.repeat(501) }), 422, 'message_not_sent')
    assert.match(String(error['statusReason']), /501 characters; 500/)
    errorOf(await send('booked', { message: '   ' }), 400, 'invalid_body')
    errorOf(await send('booked', {}), 400, 'invalid_body')
    errorOf(await send('booked', { message: 'x', channel: 'pigeon' }), 422, 'pms_write_unsupported')
  })
})

describe('a message whose outcome is not known', () => {
  it('of several parts goes on where it stopped', async () => {
    const lost: (act: () => void) => never = (act) => {
      act()
      throw new VendorError('timeout', 'no answer')
    }
    world.vendor.scripts.message = [
      (act) => act(),
      () => {
        throw new VendorError('rate_limited', 'slow down', { retryAfterMs: 2000 })
      },
    ]
    const key = nextKey()
    const body = { message: 'Parts.', attachments: at('/a.png', '/b.gif') }
    const before = bodiesSent().length
    const error = errorOf(await send('booked', body, key), 429, 'rate_limit_exceeded')
    assert.equal(error['retry_after'], 2)
    world.vendor.scripts.message = [lost]
    const again = await send('booked', body, key)
    assert.equal(again.status, 200, again.text)
    assert.equal(bodiesSent().length, before + 2)
  })

  for (const arrived of [true, false]) {
    it(`because the server died ${arrived ? 'after' : 'before'} the vendor acted reaches the guest once`, async () => {
      const [key, text] = [nextKey(), `Died, ${arrived}.`]
      world.vendor.scripts.message = [
        () => {
          throw new VendorError('rate_limited', 'slow down')
        },
      ]
      errorOf(await send('booked', { message: text }, key), 429, 'rate_limit_exceeded')
      // As a process leaves it that dies between asking and writing down what came of it.
      const now = world.app.clock.now()
      await sql`
        update message_parts set state = 'sending', attempts = 1, asked_at = ${now},
          settles_at = ${new Date(now.getTime() + 60_000)} where state = 'waiting'`.execute(world.app.db)
      if (arrived) {
        const thread = { conversationExternalId: 'booked', platform: 'airbnb', files: [] }
        await world.vendor.messageWrites.send({} as never, { ...thread, body: text })
      } else {
        errorOf(await send('booked', { message: text }, key), 502, 'message_send_failed')
        world.app.clock.advance(61_000)
      }
      const answer = await send('booked', { message: text }, key)
      assert.equal(answer.status, 200, answer.text)
      await world.pass(3600)
      assert.equal(bodiesSent().filter((body) => body === text).length, 1)
      assert.equal((await here('booked')).filter(({ body }) => body === text).length, 1)
      assert.deepEqual(await told(text), ['repull'])
    })
  }

  it('and that the vendor gives no id is known by its text when it is read', async () => {
    world.vendor.tellsIds = false
    const answer = await send('booked', { message: 'Without an id.' }, nextKey())
    world.vendor.tellsIds = true
    assert.equal(answer.body['externalMessageId'], null, answer.text)
    await world.pass(3600)
    const rows = (await here('booked')).filter(({ body }) => body === 'Without an id.')
    assert.equal(rows.length, 1)
    assert.notEqual(rows[0]?.externalMessageId, null)
    assert.deepEqual(await told('Without an id.'), ['repull'])
  })

  it('is as good as sent once the sync has read it', async () => {
    const key = nextKey()
    world.vendor.scripts.message = [
      (act) => {
        act()
        throw new VendorError('timeout', 'no answer')
      },
    ]
    world.vendor.fake.trouble = (operation) =>
      operation.startsWith('messages') ? new VendorError('unavailable', 'down') : null
    errorOf(await send('booked', { message: 'Read first.' }, key), 502, 'message_send_failed')
    world.vendor.fake.trouble = null
    await world.pass(3600)
    const answer = await send('booked', { message: 'Read first.' }, key)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(bodiesSent().filter((text) => text === 'Read first.').length, 1)
    assert.deepEqual(await told('Read first.'), ['repull'])
  })
})

describe('where nothing can be sent', () => {
  it('the reason is told', async () => {
    const { db, workspace } = world.app
    const { rows } = await sql<{ id: string }>`
      insert into conversations (workspace_id, id, platform)
      values (${workspace.id}, next_id(${workspace.id}, 'conversations_id'), 'website') returning id`.execute(
      db,
    )
    const own = rows[0]?.id ?? ''
    const error = errorOf(await send(own, { message: 'Hello' }), 422, 'message_not_sent')
    assert.equal(error['channel'], 'website')
    errorOf(await send(own, { message: 'x', attachments: at('/a.png') }), 422, 'attachments_not_supported')
    const { operations } = world.vendor.fake.connector
    const { messageWrites } = operations
    delete operations.messageWrites
    errorOf(await send('booked', { message: 'x' }), 422, 'pms_write_unsupported')
    Object.assign(operations, { messageWrites })
  })

  it('a dry run keeps and sends nothing, and checks the files', async () => {
    const [sent, kept] = [bodiesSent().length, objects.held.size]
    const body = { message: 'See https://example.com', attachments: at('/a.png') }
    const answer = await send('booked', body, nextKey(), '?dry_run=true')
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.body['rules']['files']['types'], ['image/jpeg', 'image/png', 'image/gif'])
    assert.equal((answer.body['warnings'] as object[]).length, 1)
    assert.equal(answer.body['parts'][0]?.['sent'], false)
    errorOf(
      await send('booked', { attachments: at('/missing') }, undefined, '?dry_run=true'),
      422,
      'attachment_unreachable',
    )
    assert.deepEqual([bodiesSent().length, objects.held.size], [sent, kept])
  })
})
