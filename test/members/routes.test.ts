/** Members by the API: who may add, change and remove whom, and what never happens. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { roleScopes } from '../../src/contract/member-roles.ts'
import { startTestApp, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { codeOf, peopleOf, type People } from './people.ts'

let app: TestApp
let people: People
let own: TestWorkspace
before(async () => {
  app = await startTestApp({ env: { BURST_LIMIT: '1000000' } })
  people = peopleOf(app)
})
after(() => app.close())
beforeEach(async () => {
  own = await app.addWorkspace()
})

const as = (key = own.liveKey) => ({ key })
const keyWith = async (scopes: string[], more: object = {}) => {
  const { body } = await app.post('/v1/keys', { name: 'Made', scopes, ...more }, as())
  return String(body['secret'])
}
const change = (id: string, body: object, key = own.liveKey) =>
  app.call('PATCH', `/v1/members/${id}`, { key, body })
const remove = (id: string, key = own.liveKey) => app.delete(`/v1/members/${id}`, { key })

describe('a member that is added', () => {
  it('is invited by mail, and shown with what became of the mail', async () => {
    const answer = await app.post(
      '/v1/members',
      { email: 'Ada@Example.com', name: 'Ada', role: 'manager' },
      as(),
    )
    assert.equal(answer.status, 201, answer.text)
    const made = answer.body as unknown as Record<string, unknown>
    assert.deepEqual(
      [made['email'], made['role'], made['status'], made['confirmedAt'], made['lastSignInAt']],
      ['ada@example.com', 'manager', 'invited', null, null],
    )
    assert.match(String(made['createdBy']), /^key:\d+$/)
    assert.equal((made['invitation'] as { status: string }).status, 'pending')
    const [mail, ...more] = await people.mails()
    assert.deepEqual([mail?.to, more], ['ada@example.com', []])
    assert.match(String(mail?.text), /http:\/\/lodgewire\.test\/console\?locale=en#token=ml_\d+_\w{40}\n/)
    const read = await app.get(`/v1/members/${String(made['id'])}`, as())
    assert.deepEqual(read.body['invitation'], {
      status: 'logged',
      sentAt: app.clock.now().toISOString(),
      expiresAt: new Date(app.clock.now().getTime() + 7 * 86_400_000).toISOString(),
      attempts: 1,
      error: null,
    })
    const listed = await app.get('/v1/members?email=ADA@example.com&status=invited&role=manager', as())
    assert.deepEqual(listed.body['data'], [read.body])
    assert.deepEqual((await app.get('/v1/members?role=owner', as())).body['data'], [])
  })

  it('has an address of its own, in capitals or not; another workspace may have the same', async () => {
    await people.invite('ada@example.com', 'owner', as())
    const again = await app.post('/v1/members', { email: 'ADA@EXAMPLE.COM', role: 'read_only' }, as())
    assert.equal(codeOf(again), '409 member_email_taken')
    const other = await app.addWorkspace()
    await people.invite('ada@example.com', 'owner', as(other.liveKey))
    assert.equal((await people.mails()).length, 2)
  })

  it('is one, of two who add the same address at once', async () => {
    const both = await Promise.all(
      ['a', 'b'].map(() => app.post('/v1/members', { email: 'twin@example.com', role: 'owner' }, as())),
    )
    assert.deepEqual(both.map(codeOf).toSorted(), ['201 undefined', '409 member_email_taken'])
    assert.equal((await people.mails()).length, 1)
  })

  it('is one, however often it is asked for with one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const body = { email: 'once@example.com', role: 'owner' }
    const first = await app.post('/v1/members', body, { ...as(), headers })
    const again = await app.post('/v1/members', body, { ...as(), headers })
    assert.deepEqual([first.status, again.text], [201, first.text])
    assert.equal((await people.mails()).length, 1)
  })

  it('is refused where the address is none, or the role', async () => {
    for (const email of [
      'ada',
      'ada@',
      'a da@example.com',
      'ada@example.com\r\nBcc: x@example.com',
      'äda@example.com',
      '',
    ]) {
      const answer = await app.post('/v1/members', { email, role: 'owner' }, as())
      assert.equal(codeOf(answer), '400 invalid_body', email)
      assert.equal(answer.body['error']?.['field'], 'email')
    }
    const answer = await app.post('/v1/members', { email: 'a@example.com', role: 'admin' }, as())
    assert.deepEqual(answer.body['error']?.['valid_values'], ['owner', 'manager', 'read_only'])
    assert.deepEqual(await people.mails(), [])
  })

  it('is refused beyond 500', async () => {
    await sql`
      insert into members (workspace_id, id, email, role, created_at, created_by)
      select ${own.id}, gen_random_uuid(), 'm' || n || '@example.com', 'read_only', now(), 'cli'
      from generate_series(1, 500) n`.execute(app.db)
    const answer = await app.post('/v1/members', { email: 'last@example.com', role: 'owner' }, as())
    assert.equal(codeOf(answer), '409 too_many_members')
    assert.equal(answer.body['error']?.['used'], 500)
    await sql`delete from members where workspace_id = ${own.id}`.execute(app.db)
  })
})

describe('nobody gives a role that may do more than they may', () => {
  it('no key with fewer scopes, an end, or one connection', async () => {
    const add = (key: string, role: string) =>
      app.post('/v1/members', { email: `${randomUUID()}@example.com`, role }, { key })
    const weak = await keyWith(['members:read', 'members:write', '*:read', 'sessions:write'])
    assert.equal((await add(weak, 'read_only')).status, 201)
    for (const role of ['manager', 'owner']) {
      const answer = await add(weak, role)
      assert.equal(codeOf(answer), '403 forbidden')
      assert.equal(answer.body['error']?.['field'], 'role')
    }
    const asManager = await keyWith([...(roleScopes.manager ?? []), 'members:write'])
    assert.equal((await add(asManager, 'manager')).status, 201)
    assert.equal(codeOf(await add(asManager, 'owner')), '403 forbidden')
    const expiresAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    const ending = await app.post('/v1/keys', { name: 'Ends', scopes: null, expiresAt }, as())
    assert.equal(codeOf(await add(String(ending.body['secret']), 'read_only')), '403 forbidden')
    await people.mails()
  })

  it('nor touches a member who may do more', async () => {
    const weak = await keyWith(['members:write', '*:read', 'sessions:write'])
    const { id = '' } = await people.invite('boss@example.com', 'owner', as())
    for (const answer of [
      await change(id, { role: 'read_only' }, weak),
      await change(id, { name: 'Not the boss' }, weak),
      await remove(id, weak),
      await app.post(`/v1/members/${id}/invitation`, undefined, { key: weak }),
    ]) {
      assert.equal(codeOf(answer), '403 forbidden')
    }
    await people.mails()
  })

  it('a manager who signed in changes no members, an owner does', async () => {
    const manager = await people.join('manager@example.com', 'manager', as())
    const refused = await app.post(
      '/v1/members',
      { email: 'x@example.com', role: 'read_only' },
      { key: manager.token },
    )
    assert.equal(codeOf(refused), '403 forbidden')
    assert.equal(refused.body['error']?.['needed_scope'], 'members:write')
    const owner = await people.join('owner@example.com', 'owner', as())
    const added = await people.invite('second@example.com', 'owner', { key: owner.token })
    assert.equal(added['createdBy'], `member:${owner.id}`)
    await people.mails()
  })
})

describe('a workspace keeps an owner', () => {
  it('whose address is confirmed: the last one is neither removed nor demoted', async () => {
    const { id } = await people.join('only@example.com', 'owner', as())
    await people.invite('later@example.com', 'owner', as())
    await people.mails()
    const demoted = await change(id, { role: 'manager' })
    assert.equal(codeOf(demoted), '409 last_owner')
    assert.equal(demoted.body['error']?.['value_received'], 'manager')
    assert.equal(codeOf(await remove(id)), '409 last_owner')
    assert.equal((await change(id, { role: 'owner', name: 'Still there' })).status, 200)
  })

  it('an owner who was invited by mistake can be removed', async () => {
    const { id = '' } = await people.invite('typo@example.com', 'owner', as())
    assert.equal((await remove(id)).status, 200)
    assert.equal(codeOf(await app.get(`/v1/members/${id}`, as())), '404 not_found')
    assert.deepEqual(await people.mails(), [], 'what was not sent yet is not sent')
  })

  it('of two owners who demote each other at once one stays', async () => {
    const [one, two] = [
      await people.join('a@example.com', 'owner', as()),
      await people.join('b@example.com', 'owner', as()),
    ]
    const both = await Promise.all([
      change(one.id, { role: 'manager' }, two.token),
      change(two.id, { role: 'manager' }, one.token),
    ])
    assert.equal(both.filter(({ status }) => status === 200).length, 1, both.map(codeOf).join())
    const { body } = await app.get('/v1/members?role=owner', as())
    assert.equal([...(body['data'] ?? [])].length, 1)
  })

  it('in SQL as well', async () => {
    await people.join('sql@example.com', 'owner', as())
    for (const statement of [
      sql`delete from members where workspace_id = ${own.id}`,
      sql`update members set role = 'manager' where workspace_id = ${own.id}`,
    ]) {
      await assert.rejects(statement.execute(app.db), /keeps an owner/)
    }
  })
})

describe('other workspaces', () => {
  it('see no member, and change none', async () => {
    const { id, sessionId } = await people.join('mine@example.com', 'owner', as())
    const { liveKey: foreign, sandboxKey } = await app.addWorkspace()
    for (const key of [foreign, sandboxKey, own.sandboxKey]) {
      assert.deepEqual((await app.get('/v1/members', { key })).body['data'], [])
      assert.deepEqual((await app.get('/v1/sessions', { key })).body['data'], [])
      for (const answer of [
        await app.get(`/v1/members/${id}`, { key }),
        await change(id, { name: 'Theirs' }, key),
        await remove(id, key),
        await app.post(`/v1/members/${id}/invitation`, undefined, { key }),
        await app.delete(`/v1/sessions/${sessionId}`, { key }),
      ]) {
        assert.equal(codeOf(answer), '404 not_found')
      }
    }
  })
})

describe('an invitation that is sent again', () => {
  it('has a new link; the one from before opens no more', async () => {
    const { id = '' } = await people.invite('again@example.com', 'manager', as())
    const first = await people.token()
    const answer = await app.post(`/v1/members/${id}/invitation`, { locale: 'fr' }, as())
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body['invitation']?.['status'], 'pending')
    const [mail] = await people.mails()
    assert.match(String(mail?.subject), /^Vous êtes invité/)
    assert.match(String(mail?.text), /locale=fr#token=/)
    assert.equal(codeOf(await people.redeem(first)), '401 sign_in_link_invalid')
  })

  it('is refused once the address is confirmed', async () => {
    const { id } = await people.join('there@example.com', 'manager', as())
    assert.equal(codeOf(await app.post(`/v1/members/${id}/invitation`, undefined, as())), '409 invalid_state')
  })

  it('is limited: five mails to an address in 15 minutes, wherever it is a member', async () => {
    const { id = '' } = await people.invite('often@example.com', 'manager', as())
    const again = () => app.post(`/v1/members/${id}/invitation`, undefined, as())
    for (let i = 0; i < 4; i += 1) assert.equal((await again()).status, 200)
    const refused = await again()
    assert.equal(codeOf(refused), '429 rate_limit_exceeded')
    assert.equal(refused.body['error']?.['retry_after'], 900)
    const { liveKey } = await app.addWorkspace()
    const elsewhere = await app.post(
      '/v1/members',
      { email: 'often@example.com', role: 'owner' },
      { key: liveKey },
    )
    assert.equal(codeOf(elsewhere), '429 rate_limit_exceeded')
    app.clock.advance(900_000)
    assert.equal((await again()).status, 200)
    await people.mails()
  })
})

describe('members and sessions', () => {
  it('leave lines of the audit log, with the member as the actor', async () => {
    const owner = await people.join('auditor@example.com', 'owner', as())
    const { id = '' } = await people.invite('new@example.com', 'manager', { key: owner.token })
    await change(id, { role: 'read_only' }, owner.token)
    await remove(id, owner.token)
    await app.services.audit.flush()
    const { body } = await app.get(`/v1/audit?actor=member:${owner.id}`, as())
    const lines = body['data'] as unknown as {
      action: string
      actor: { id: string; name: string }
      outcome: string
      targets: string[]
    }[]
    assert.deepEqual(lines.map(({ action, outcome }) => `${action} ${outcome}`).toSorted(), [
      'createMember done',
      'redeemSignInLink done',
      'removeMember done',
      'updateMember done',
    ])
    assert.ok(lines.every(({ actor }) => actor.name === 'auditor@example.com'))
    assert.ok(lines.some(({ targets }) => targets.includes(`session:${owner.sessionId}`)))
    await people.mails()
  })

  it('are no keys: sessions are in no list of keys, and cannot be changed as one', async () => {
    const { sessionId } = await people.join('nokey@example.com', 'owner', as())
    const { body } = await app.get('/v1/keys?limit=100', as())
    assert.ok(![...(body['data'] ?? [])].some((key) => key['id'] === sessionId))
    for (const answer of [
      await app.get(`/v1/keys/${sessionId}`, as()),
      await app.call('PATCH', `/v1/keys/${sessionId}`, { key: own.liveKey, body: { expiresAt: null } }),
      await app.post(`/v1/keys/${sessionId}/rotate`, undefined, as()),
    ]) {
      assert.equal(codeOf(answer), '404 not_found')
    }
  })

  it('an owner who signed in makes keys that outlast the session, in the name of the member', async () => {
    const owner = await people.join('keys@example.com', 'owner', as())
    const { status, body } = await app.post('/v1/keys', { name: 'Price tool' }, { key: owner.token })
    assert.deepEqual([status, body['expiresAt'], body['createdBy']], [201, null, `member:${owner.id}`])
  })
})

describe('what a member did', () => {
  it('is told with the member in the history of the record and in the story of the request', async () => {
    const owner = await people.join('teller@example.com', 'owner', as())
    const made = await app.post('/v1/guests', { firstName: 'Ida' }, { key: owner.token })
    assert.equal(made.status, 201, made.text)
    const member = { id: owner.id, name: 'teller@example.com' }
    const requestId = String(made.headers['x-request-id'])
    const history = await app.get(`/v1/guests/${String(made.body['id'])}/history`, as())
    const cause = history.body['data']?.[0]?.['cause']
    assert.deepEqual([cause?.['requestId'], cause?.['key'], cause?.['member']], [requestId, null, member])
    await app.logRequests()
    const story = await app.get(`/v1/requests/${requestId}`, as())
    assert.deepEqual([story.body['key'], story.body['member']], [null, member])
  })
})
