import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { assertError, assertPaging, assertServedBy, idsAt, rowsOf, walk } from './lists.ts'
import { recordsOf, type Records } from './records.ts'

let app: TestApp
let make: Records
let other: TestWorkspace
let account: { id: string; connectionId: string }
let home: string
let closed: string
let guest: string
const threads: Record<string, string> = {}
const thread = (name: string) => threads[name] ?? ''
const messages: string[] = []

before(async () => {
  app = await startTestApp()
  make = recordsOf(app.db, app.scope)
  other = await app.addWorkspace()
  account = await make.account('hostaway', '64:127')
  home = await make.listing({ name: 'Home' })
  closed = await make.listing({ name: 'Closed', active: false, inactive_reason: 'deactivated' })
  guest = await make.guest({ first_name: 'Ana', last_name: 'Sure' })
  await make.contact(guest, 'phone', '+351912345678')
  await make.contact(guest, 'email', 'ana@example.com', true)
  const stay = await make.reservation({ listing_id: home, guest_id: guest })
  const same = '2026-06-10T10:00:00.000Z'
  threads['silent'] = await make.conversation({ platform: null })
  threads['old'] = await make.conversation({
    platform: 'booking',
    listing_id: home,
    reservation_id: stay,
    last_message_at: '2026-06-01T10:00:00.123Z',
    last_message_preview: 'Hi',
    unread_count: 2,
    account_id: account.id,
    connection_id: account.connectionId,
  })
  threads['tieA'] = await make.conversation({ last_message_at: same, status: 'archived', guest_id: guest })
  threads['tieB'] = await make.conversation({ last_message_at: same, platform: 'booking' })
  threads['closed'] = await make.conversation({ last_message_at: same, listing_id: closed })
  threads['silentToo'] = await make.conversation({
    platform: 'airbnb',
    host: { id: '7', airbnbId: '77', firstName: 'Marta' },
  })
  for (const minute of [1, 2, 2, 3, 4]) {
    messages.push(await make.message(thread('old'), `2026-06-01T10:0${minute}:00.000Z`))
  }
  await make.message(thread('tieA'), '2026-06-01T10:00:00.000Z')
})
after(() => app.close())

const newestFirst = () => ['tieB', 'tieA', 'old', 'silentToo', 'silent'].map(thread)

test('the latest message comes first, threads without one last', async () => {
  await assertPaging(app, '/v1/conversations', newestFirst())
})

test('indexes serve both orders', async () => {
  await assertServedBy(app, '/v1/conversations', 'conversations_recent')
  await assertServedBy(app, `/v1/conversations/${thread('old')}/messages`, 'messages_thread')
  await assertServedBy(app, `/v1/conversations/${thread('old')}/messages?order=asc`, 'messages_thread')
})

test('filters', async () => {
  await assertPaging(app, '/v1/conversations?platform=booking', [thread('tieB'), thread('old')])
  assert.deepEqual(await idsAt(app, '/v1/conversations?account=hostaway:64%3A127'), [thread('old')])
  assert.deepEqual(await idsAt(app, '/v1/conversations?account=hostaway:unknown'), [])
  assert.deepEqual(await idsAt(app, '/v1/conversations?account=guesty:64%3A127'), [])
  assert.deepEqual(await idsAt(app, '/v1/conversations?status=open'), newestFirst())
  const archived = (await app.get('/v1/conversations?status=archived')).body
  assert.deepEqual(archived, { data: [], pagination: { nextCursor: null, hasMore: false, total: 0 } })
  const error = await assertError(app, '/v1/conversations?platform=bookin', 400, 'invalid_params')
  assert.equal(error['did_you_mean'], 'booking')
  await assertError(app, '/v1/conversations?account=hostaway', 400, 'invalid_params')
})

test('a row is complete, and every conversation is open', async () => {
  const { body } = await app.get('/v1/conversations')
  const rows = rowsOf(body)
  assert.deepEqual(
    rows.find((row) => String(row['id']) === thread('old')),
    {
      id: thread('old'),
      platform: 'booking',
      guestId: null,
      listingId: home,
      reservationId: (rows[2] ?? {})['reservationId'],
      subject: null,
      lastMessageAt: '2026-06-01T10:00:00.123Z',
      lastMessagePreview: 'Hi',
      unreadCount: 2,
      status: 'open',
      createdAt: '2026-06-01T08:00:00.000Z',
      updatedAt: '2026-06-01T08:00:00.000Z',
      externalThreadId: null,
      guestName: 'Ana Sure',
      account: { provider: 'hostaway', externalAccountId: '64:127', connectionId: account.connectionId },
    },
  )
  const names = rows.map(({ id, guestName }) => [id, guestName])
  assert.deepEqual(names[0], [thread('tieB'), null], 'nobody is known')
  assert.deepEqual(names[1], [thread('tieA'), 'Ana Sure'], 'the guest of the thread')
  assert.ok(rows.every((row) => String(row['status']) === 'open'))
})

test('the detail has host, guest and capabilities', async () => {
  const none = {
    canPreApprove: false,
    canWithdraw: false,
    canSendOffer: false,
    offerPrice: null,
    canPreviewOffer: false,
  }
  const old = (await app.get(`/v1/conversations/${thread('old')}`)).body
  assert.deepEqual(old['guest'], {
    id: guest,
    displayName: 'Ana',
    avatarUrl: null,
    contacts: [
      { type: 'email', value: 'ana@example.com', isPrimary: true, isVerified: false },
      { type: 'phone', value: '+351912345678', isPrimary: false, isVerified: false },
    ],
  })
  assert.equal(old['host'], null)
  assert.deepEqual(old['capabilities'], none)
  assert.equal('account' in old, false)
  const hosted = (await app.get(`/v1/conversations/${thread('silentToo')}`)).body
  assert.deepEqual(hosted['host'], {
    id: '7',
    airbnbId: '77',
    firstName: 'Marta',
    displayName: 'Marta',
    avatarUrl: null,
  })
  assert.equal(hosted['guest'], null)
})

test('no more than fifty contacts of a guest', async () => {
  const busy = await make.guest()
  for (let index = 0; index < 55; index += 1) await make.contact(busy, 'email', `mail${index}@example.com`)
  const id = await make.conversation({ guest_id: busy })
  const { body } = await app.get(`/v1/conversations/${id}`)
  assert.equal([...(body['guest']?.['contacts'] ?? [])].length, 50)
  await app.db
    .deleteFrom('conversations')
    .where('workspace_id', '=', app.scope.workspaceId)
    .where('id', '=', id)
    .execute()
})

test('messages in both orders', async () => {
  const url = `/v1/conversations/${thread('old')}/messages`
  await assertPaging(app, url, messages.toReversed())
  await assertPaging(app, `${url}?order=asc`, messages)
  const cursor = String((await app.get(`${url}?limit=2`)).body['pagination']?.['nextCursor'])
  const turned = await assertError(app, `${url}?order=asc&cursor=${cursor}`, 422, 'invalid_params')
  assert.match(String(turned['message']), /first page/)
  const elsewhere = `/v1/conversations/${thread('tieA')}/messages?cursor=${cursor}`
  await assertError(app, elsewhere, 400, 'invalid_params')
  await assertError(app, `${url}?order=up`, 400, 'invalid_params')
})

test('a message shows its files by kind', async () => {
  const kinds = {
    'image/png': 'image',
    'video/mp4': 'video',
    'audio/ogg': 'audio',
    'application/pdf': 'file',
  }
  const id = await make.conversation({ listing_id: home })
  await make.message(id, '2026-06-02T10:00:00.000Z', {
    body: '',
    attachments: [...Object.keys(kinds), null].map((contentType) => ({
      url: 'https://example.com/file',
      contentType,
    })),
  })
  const [message] = rowsOf((await app.get(`/v1/conversations/${id}/messages`)).body)
  const files = message?.['attachments'] as Record<string, unknown>[]
  assert.deepEqual(
    files.map((file) => file['type']),
    [...Object.values(kinds), 'file'],
  )
  assert.deepEqual(files[0], {
    id: null,
    url: 'https://example.com/file',
    imageUrl: 'https://example.com/file',
    type: 'image',
    contentType: 'image/png',
    createdAt: null,
  })
  await sql`delete from messages where workspace_id = ${app.scope.workspaceId} and conversation_id = ${id}`.execute(
    app.db,
  )
  await sql`delete from conversations where workspace_id = ${app.scope.workspaceId} and id = ${id}`.execute(
    app.db,
  )
})

test('inactive listings are closed, foreign ids unknown', async () => {
  for (const path of ['', '/messages']) {
    const error = await assertError(
      app,
      `/v1/conversations/${thread('closed')}${path}`,
      403,
      'listing_inactive',
    )
    assert.deepEqual(error['listing_ids'], [closed])
    const url = `/v1/conversations/${thread('old')}${path}`
    await assertError(app, url, 404, 'not_found', { key: other.liveKey })
    await assertError(app, url, 404, 'not_found', { key: app.sandboxKey })
    await assertError(app, `/v1/conversations/899999999${path}`, 404, 'not_found')
    await assertError(app, `/v1/conversations/x${path}`, 400, 'invalid_param')
  }
  assert.deepEqual(await idsAt(app, '/v1/conversations', { key: app.sandboxKey }), [])
})

test('a walk goes on where it stood while messages come in', async () => {
  const seen = await walk(app, '/v1/conversations', 2, async (page) => {
    if (page > 1) return
    // A new thread and one that moves to the top: both are before the walk's place now.
    await make.conversation({ last_message_at: '2026-06-14T10:00:00.000Z' })
    await sql`update conversations set last_message_at = '2026-06-14T11:00:00Z'
      where workspace_id = ${app.scope.workspaceId} and id = ${thread('tieB')}`.execute(app.db)
  })
  assert.deepEqual(seen, newestFirst())
})
