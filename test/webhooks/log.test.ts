/** The log of events, read by asking. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { rowsOf } from '../api/rows.ts'
import { startTestApp, type Body, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { emit } from './events.ts'

const account = { id: '7', provider: 'hostaway', externalAccountId: '64127' }
const sequences = (body: Body) => [...body['data']!].map((event) => Number(event['sequence']))

describe('GET /v1/events', () => {
  let t: TestApp
  before(async () => {
    t = await startTestApp()
  })
  after(() => t?.close())

  async function workspace(options?: Parameters<TestApp['addWorkspace']>[0]) {
    const made = await t.addWorkspace(options)
    const get = (query = '') => t.get(`/v1/events${query}`, { key: made.liveKey })
    return { ...made, get }
  }
  const listing = async (of: TestWorkspace, id: string, active = true) => {
    await t.db
      .insertInto('listings')
      .values({
        workspace_id: of.id,
        id,
        name: `Listing ${id}`,
        active,
        inactive_reason: active ? null : 'deactivated',
      })
      .execute()
    return id
  }

  it('shows an empty log', async () => {
    const { get } = await workspace()
    const { status, body } = await get()
    assert.equal(status, 200)
    assert.deepEqual(body as unknown, {
      data: [],
      nextAfter: 0,
      hasMore: false,
      log: { oldest: null, latest: 0 },
    })
  })

  it('shows what a webhook gets, in order, without gaps', async () => {
    const of = await workspace()
    await emit(t, of.live, [
      { data: { object: { name: 'Zoë', b: 1 } }, account },
      {},
      { type: 'listing.updated' },
    ])
    const { body } = await of.get()
    assert.deepEqual(sequences(body), [1, 2, 3])
    assert.deepEqual(body['data']![0] as unknown, {
      event: 'reservation.created',
      type: 'reservation.created',
      eventId: body['data']![0]!['eventId'],
      apiVersion: '2026-04',
      timestamp: t.clock.now().toISOString(),
      sequence: 1,
      account,
      data: { object: { name: 'Zoë', b: 1 } },
    })
    assert.deepEqual([body['nextAfter'], body['hasMore'], body['log']!['latest']], [3, false, 3])
  })

  it('is walked to its end, and on from there', async () => {
    const of = await workspace()
    await emit(
      t,
      of.live,
      Array.from({ length: 7 }, () => ({})),
    )
    const seen: number[] = []
    let after = 0
    for (let more = true; more;) {
      const { body } = await of.get(`?after=${after}&limit=3`)
      seen.push(...sequences(body))
      after = Number(body['nextAfter'])
      more = body['hasMore'] as boolean
    }
    assert.deepEqual(seen, [1, 2, 3, 4, 5, 6, 7])
    assert.deepEqual(sequences((await of.get(`?after=${after}`)).body), [])
    await emit(t, of.live, [{}])
    assert.deepEqual(sequences((await of.get(`?after=${after}`)).body), [8])
    // Whoever waited there would miss what comes until the log has reached it.
    const { field, value_received: value, fix } = (await of.get('?after=9')).body['error']!
    assert.deepEqual([field, value], ['after', 9])
    assert.match(String(fix), /go on from 8 /)
  })

  it('passes over nothing while others write', async () => {
    const of = await workspace()
    const writers = Array.from({ length: 6 }, async () => {
      for (let i = 0; i < 10; i += 1) await emit(t, of.live, [{}, {}])
    })
    const writing = Promise.all(writers).then(() => true)
    const seen: number[] = []
    let after = 0
    let done = false
    void writing.then(() => (done = true))
    for (let last = false; !last;) {
      last = done
      const { body } = await of.get(`?after=${after}&limit=500`)
      seen.push(...sequences(body))
      after = Number(body['nextAfter'])
    }
    await writing
    assert.deepEqual(
      seen,
      Array.from({ length: 120 }, (_, i) => i + 1),
    )
  })

  it('is filtered by kind, family, account and listing, and moves past what it leaves out', async () => {
    const of = await workspace()
    const id = await listing(of, '880001')
    await emit(t, of.live, [
      { type: 'reservation.created', listingId: id, account },
      { type: 'reservation.updated', account: { ...account, externalAccountId: '2' } },
      { type: 'listing.updated', listingId: id },
      { type: 'reservation.message.received' },
    ])
    const found = async (query: string) => sequences((await of.get(query)).body)
    assert.deepEqual(await found('?type=reservation.updated'), [2])
    assert.deepEqual(await found('?type=reservation.*'), [1, 2, 4])
    assert.deepEqual(await found('?type=reservation.message.*,listing.updated'), [3, 4])
    assert.deepEqual(await found('?type=*'), [1, 2, 3, 4])
    assert.deepEqual(await found('?account=hostaway:64127'), [1])
    assert.deepEqual(await found('?account=guesty:64127'), [])
    assert.deepEqual(await found(`?listing_id=${id}`), [1, 3])
    const { body } = await of.get('?type=review.*')
    assert.deepEqual([body['nextAfter'], body['hasMore']], [4, false])
    const wrong = await of.get('?type=reservation.creatd')
    assert.deepEqual(
      [wrong.status, wrong.body['error']!['code'], wrong.body['error']!['did_you_mean']],
      [400, 'invalid_params', 'reservation.created'],
    )
  })

  it('is filtered by stay, with its messages and alterations, and by conversation, however old they are', async () => {
    const of = await workspace()
    const make = rowsOf(t.db, of.live)
    const listingId = await make.listing()
    const days = { listing_id: listingId, check_in: '2026-07-01', check_out: '2026-07-04' }
    const [stay, other] = [await make.stay(days), await make.stay(days)]
    const thread = await make.conversation({ reservation_id: stay, listing_id: listingId })
    const message = await make.message(thread, '2026-06-15T12:00:00Z')
    const about = (type: string, id: string) => ({ object: { type, id, revision: 1 }, listingId })
    await emit(t, of.live, [
      about('reservation', stay),
      about('reservation', other),
      about('message', message),
    ])
    await sql`
      insert into events (workspace_id, sequence, type, listing_id, data, created_at)
      select ${of.id}, n, 'calendar.updated', ${listingId}::bigint, '{}', now() from generate_series(4, 30000) n`.execute(
      t.db,
    )
    await sql`update workspace_heads set sequence = 30000 where workspace_id = ${of.id}`.execute(t.db)
    await emit(t, of.live, [about('reservation', stay)])
    const found = async (query: string) => sequences((await of.get(query)).body)
    assert.deepEqual(await found(`?reservation_id=${stay}`), [1, 3, 30001])
    assert.deepEqual(await found(`?reservation_id=${stay}&type=reservation.created&after=1`), [3, 30001])
    assert.deepEqual(await found(`?conversation_id=${thread}`), [3])
    assert.deepEqual(await found(`?conversation_id=${thread}&reservation_id=${other}`), [])
    const { body } = await of.get(`?reservation_id=${stay}&limit=2`)
    assert.deepEqual([sequences(body), body['nextAfter'], body['hasMore']], [[1, 3], 3, true])
    const rest = await of.get(`?reservation_id=${stay}&limit=2&after=3`)
    assert.deepEqual(
      [sequences(rest.body), rest.body['nextAfter'], rest.body['hasMore']],
      [[30001], 30001, false],
    )
  })

  it('shows nothing about an inactive listing but that it was switched off', async () => {
    const of = await workspace()
    const id = await listing(of, '880002', false)
    await emit(t, of.live, [
      { listingId: id },
      { type: 'listing.suspended', listingId: id },
      { type: 'account.created' },
    ])
    const { body } = await of.get()
    assert.deepEqual(sequences(body), [2, 3])
    assert.equal(body['nextAfter'], 3)
    const filtered = await of.get(`?listing_id=${id}`)
    assert.deepEqual([filtered.status, filtered.body['error']!['code']], [403, 'listing_inactive'])
  })

  it('belongs to its workspace; of a child it names the workspace', async () => {
    const parent = await workspace()
    const child = await workspace({ parentId: parent.id })
    await emit(t, child.live, [{}])
    assert.deepEqual(sequences((await parent.get()).body), [])
    const { body } = await t.get('/v1/events', {
      key: parent.liveKey,
      headers: { 'x-workspace-id': child.id },
    })
    assert.equal(body['data']![0]!['workspaceId'], child.id)
  })

  it('refuses values out of range', async () => {
    const { get } = await workspace()
    for (const query of ['?after=-1', '?after=x', '?limit=0', '?limit=501', '?listing_id=x', '?type=']) {
      const { status, body } = await get(query)
      assert.ok(status === 400 || status === 422, query)
      assert.equal(body['error']!['code'], 'invalid_params', query)
    }
  })
})
