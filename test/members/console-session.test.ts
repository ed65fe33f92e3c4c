/** How people get into the console: the link of the first owner, the cookie of each window, the sandbox beside live data. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { newOwnerLink } from '../../src/features/tenancy/members/owner-links.ts'
import { createConsoleLink } from '../../src/features/tenancy/members/console-url.ts'
import { startTestApp, type TestAnswer, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { peopleOf, tokenIn, type People } from './people.ts'

let app: TestApp
let own: TestWorkspace
let people: People
before(async () => {
  app = await startTestApp()
  people = peopleOf(app)
})
after(() => app.close())
beforeEach(async () => {
  own = await app.addWorkspace()
})

const live = { 'x-lodgewire-console': 'live' }
const sandbox = { 'x-lodgewire-console': 'sandbox' }
const codeOf = ({ status, body }: TestAnswer) => `${status} ${body['error']?.['code'] ?? ''}`.trim()
const ownerLink = () => newOwnerLink(app.services.vault, { workspaceId: own.id }, app.clock.now())
const redeem = (body: object, headers: Record<string, string> = {}) =>
  app.post('/v1/sign-in/redeem', body, { key: null, headers })
const cookieIn = ({ headers }: TestAnswer) => String(headers['set-cookie']).split(';')[0] ?? ''
const ask = (method: string, url: string, headers: Record<string, string>) =>
  app.call(method, url, { key: null, headers })

describe('the link of the first owner', () => {
  it('makes whoever opens it the owner, and signs them in', async () => {
    const answer = await redeem({ token: ownerLink(), email: 'Ada@Example.com', name: 'Ada' }, live)
    assert.equal(answer.status, 201, answer.text)
    const me = await ask('GET', '/v1/members/me', { ...live, cookie: cookieIn(answer) })
    assert.deepEqual(
      ['email', 'name', 'role', 'status', 'createdBy'].map((field) => me.body[field]),
      ['ada@example.com', 'Ada', 'owner', 'active', 'cli'],
    )
    assert.equal((await people.mails()).length, 0, 'nothing is mailed')
  })

  it('opens once: of ten who open it at the same moment with their own addresses one is the owner', async () => {
    const token = ownerLink()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => redeem({ token, email: `p${index}@example.com` })),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    assert.equal(
      codeOf(await redeem({ token: ownerLink(), email: 'late@example.com' })),
      '401 sign_in_link_invalid',
    )
    const { body } = await app.get('/v1/members', { key: own.liveKey })
    assert.equal([...(body['data'] ?? [])].length, 1)
  })

  it('opens for fifteen minutes, and is not to be forged', async () => {
    const token = ownerLink()
    const [, workspaceId = '', expires = ''] = token.split('_')
    const other = await app.addWorkspace()
    const forged = [
      token.replace(`_${workspaceId}_`, `_${other.id}_`),
      token.replace(`_${expires}_`, `_${Number(expires) + 60}_`),
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    ]
    for (const one of forged)
      assert.equal(
        codeOf(await redeem({ token: one, email: 'a@example.com' })),
        '401 sign_in_link_invalid',
        one,
      )
    app.clock.advance(15 * 60_000)
    assert.equal(codeOf(await redeem({ token, email: 'a@example.com' })), '401 sign_in_link_invalid')
  })

  it('names the field that is missing', async () => {
    const answer = await redeem({ token: ownerLink() })
    assert.equal(codeOf(answer), '400 invalid_body')
    assert.equal(answer.body['error']?.['field'], 'email')
  })

  it('takes over an invitation that nobody accepted', async () => {
    await app.post('/v1/members', { email: 'eve@example.com', role: 'read_only' }, { key: own.liveKey })
    const answer = await redeem({ token: ownerLink(), email: 'eve@example.com' })
    assert.equal(answer.body['member']?.['role'], 'owner')
  })
})

describe('a printed link', () => {
  const link = (email: string | null) =>
    app.services.db
      .transaction()
      .execute((tx) =>
        createConsoleLink(
          tx,
          { workspaceId: own.id },
          { vault: app.services.vault, publicUrl: 'http://127.0.0.1:3000', email, now: app.clock.now() },
        ),
      )

  it('signs the only owner in, is mailed to nobody, and names localhost, where browsers keep cookies', async () => {
    await redeem({ token: ownerLink(), email: 'ada@example.com' })
    const { url, email } = await link(null)
    assert.match(url, /^http:\/\/localhost:3000\/console\?locale=en#token=ml_/)
    assert.equal(email, 'ada@example.com')
    assert.equal((await people.mails()).length, 0)
    assert.equal((await redeem({ token: tokenIn(url) })).status, 201)
    assert.equal(codeOf(await redeem({ token: tokenIn(url) })), '401 sign_in_link_invalid')
  })

  it('asks which of several owners is meant', async () => {
    await redeem({ token: ownerLink(), email: 'ada@example.com' })
    await people.join('bea@example.com', 'owner', { key: own.liveKey })
    await assert.rejects(link(null), /2 owners/)
    await assert.rejects(link('nobody@example.com'), /No owner/)
    assert.equal((await link('BEA@example.com')).email, 'bea@example.com')
  })
})

describe('the sandbox beside live data', () => {
  const signIn = async (role = 'owner') => {
    const { token } = await people.join(`${role}@example.com`, role, { key: own.liveKey })
    return token
  }
  const open = (key: string, headers: Record<string, string> = {}) =>
    app.post('/v1/sessions/sandbox', undefined, { key, headers })

  it('is opened with the same role, and the live session goes on', async () => {
    for (const role of ['owner', 'manager', 'read_only']) {
      const key = await signIn(role)
      const answer = await open(key)
      assert.equal(answer.status, 201, answer.text)
      const me = await app.get('/v1/members/me', { key: String(answer.body['token']) })
      assert.deepEqual(
        [me.body['role'], me.body['email'], me.body['workspace']?.['mode'], me.body['sandbox']],
        [role, `${role}@example.com`, 'sandbox', null],
      )
      assert.equal((await app.get('/v1/members/me', { key })).body['workspace']?.['mode'], 'live')
    }
  })

  it('ends with the member: no session, no link, and no way in by mail', async () => {
    const email = `removed-${own.id}@example.com`
    const { id, token } = await people.join(email, 'owner', { key: own.liveKey })
    await people.join(`stays-${own.id}@example.com`, 'owner', { key: own.liveKey })
    const key = String((await open(token)).body['token'])
    assert.equal((await app.get('/v1/members/me', { key })).status, 200)
    assert.equal((await app.delete(`/v1/members/${id}`, { key: own.liveKey })).status, 200)
    app.clock.advance(1000)
    assert.equal((await app.get('/v1/members/me', { key })).status, 401)
    await app.post('/v1/sign-in', { email }, { key: null })
    assert.deepEqual(await people.mails(), [])
  })

  it('never widens a role, however often it is opened', async () => {
    const key = await signIn('read_only')
    for (let i = 0; i < 2; i += 1) assert.equal((await open(key)).body['member']?.['role'], 'read_only')
  })

  it('has a cookie of its own, so that two windows show both', async () => {
    const key = await signIn()
    const answer = await open(key, live)
    assert.equal(answer.body['token'], null)
    const cookie = `lodgewire_session=${key}; ${cookieIn(answer)}`
    const modeIn = async (headers: Record<string, string>) =>
      (await ask('GET', '/v1/members/me', { ...headers, cookie })).body['workspace']?.['mode']
    assert.deepEqual([await modeIn(live), await modeIn(sandbox)], ['live', 'sandbox'])
  })

  it('follows a role that became narrower', async () => {
    const email = `narrowed-${own.id}@example.com`
    const { id, token } = await people.join(email, 'owner', { key: own.liveKey })
    const other = await people.join('other@example.com', 'owner', { key: own.liveKey })
    await open(other.token)
    await open(token)
    await app.call('PATCH', `/v1/members/${id}`, { key: own.liveKey, body: { role: 'manager' } })
    await app.post('/v1/sign-in', { email }, { key: null })
    const again = await people.redeem(await people.token())
    const answer = await open(String(again.body['token']))
    assert.equal(answer.body['member']?.['role'], 'manager', answer.text)
  })

  it('leads nowhere else: not back to live data, and not for keys', async () => {
    const { body } = await open(await signIn())
    assert.equal(codeOf(await open(String(body['token']))), '409 invalid_state')
    assert.equal(codeOf(await open(own.liveKey)), '409 invalid_state')
    const livesOwn = await app.get('/v1/members/me', {
      key: String(body['token']),
      headers: { 'x-workspace-id': own.id },
    })
    assert.equal(livesOwn.status, 404)
  })
})

describe('an invitation without a mail server', () => {
  it('answers the link to hand over, to the inviter alone', async () => {
    const body = { email: 'ada@example.com', role: 'manager' }
    const made = await app.post('/v1/members', body, { key: own.liveKey })
    const link = String(made.body['invitationLink'])
    assert.match(link, /\/console\?locale=en#token=ml_\d+_\w{40}$/)
    assert.equal(made.headers['cache-control'], 'no-store')
    const shown = await app.get(`/v1/members/${made.body['id']}`, { key: own.liveKey })
    assert.ok(!('invitationLink' in shown.body))
    assert.equal((await redeem({ token: tokenIn(link) })).status, 201)
  })
})
