/** Mails through a mail server that misbehaves: what is tried again and when, what is given up, and what is sent once. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createPostman, mailLeaseMs, type Postman } from '../../src/features/tenancy/members/postman.ts'
import { startTestApp, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { peopleOf, tokenIn, type People } from './people.ts'
import { startMailServer, startSilentServer, textOf, type Fault, type MailServer } from './smtp.ts'

let app: TestApp
let server: MailServer
let people: People
let postman: Postman
let own: TestWorkspace
const postmanFor = (url: string, waitMs?: number) => {
  const made = createPostman(
    { smtpUrl: url, mailFrom: 'Lodgewire <mails@example.com>' },
    () => 'https://api.example.com',
    waitMs,
  )
  assert.ok(made)
  return made
}
before(async () => {
  app = await startTestApp({ env: { BURST_LIMIT: '1000000' } })
  people = peopleOf(app)
  server = await startMailServer()
  postman = postmanFor(server.url)
})
after(async () => {
  await server.close()
  await app.close()
})
beforeEach(async () => {
  own = await app.addWorkspace()
  server.received.length = 0
  server.next.length = 0
  app.clock.advance(900_000)
  // What the test before left waiting.
  await people.send({ post: async () => ({ sent: true }) })
})

const invite = async () =>
  String((await people.invite('ada@example.com', 'owner', { key: own.liveKey }))['id'])
const invitationOf = async (id: string) => {
  const { body } = await app.get(`/v1/members/${id}`, { key: own.liveKey })
  const { status, attempts, error } = body['invitation'] as unknown as Record<string, unknown>
  return { status, attempts, error }
}
const secretsOf = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(secret)::int as count from member_links where workspace_id = ${own.id}`.execute(app.db)
  return rows[0]?.count
}

describe('a mail', () => {
  it('is sent once, says whom it is from, and its secret is forgotten', async () => {
    const id = await invite()
    assert.equal(await secretsOf(), 1)
    await people.send(postman)
    await people.send(postman)
    const [mail, ...more] = server.received
    assert.ok(mail)
    assert.deepEqual([mail.from, mail.to, more], ['mails@example.com', ['ada@example.com'], []])
    assert.match(mail.message, /^From: Lodgewire <mails@example.com>\r$/m)
    assert.match(mail.message, /^Subject: You are invited to Test\r$/m)
    assert.match(mail.message, /^Message-ID: <[0-9a-f-]{36}@api\.example\.com>\r$/m)
    assert.deepEqual(await invitationOf(id), { status: 'sent', attempts: 1, error: null })
    assert.equal(await secretsOf(), 0)
    assert.equal((await people.redeem(tokenIn(textOf(mail)))).status, 201)
  })

  it('carries no header that the name of a workspace could have made', async () => {
    await sql`update workspaces set name = ${'Sea\r\nBcc: all@example.com\r\n\r\nHello'} where id = ${own.id}`.execute(
      app.db,
    )
    await invite()
    await people.send(postman)
    const [mail] = server.received
    assert.deepEqual(mail?.to, ['ada@example.com'])
    assert.doesNotMatch(String(mail?.message), /^Bcc:/m)
    assert.match(String(mail?.message), /^Subject: You are invited to Sea Bcc: all@example\.com Hello\r$/m)
  })

  it('says nothing that turns the direction of its words, and cuts no sign in two', async () => {
    const name = `Sea\u202e\u2066moc.live ${'🌊'.repeat(90)}`
    await sql`update workspaces set name = ${name} where id = ${own.id}`.execute(app.db)
    await invite()
    const letters: string[] = []
    await people.send({ post: async ({ subject }) => (letters.push(subject), { sent: true }) })
    assert.deepEqual(letters, [`You are invited to Seamoc.live ${'🌊'.repeat(68)}`])
  })

  it('is not sent again once its link was opened, though no server acknowledged it', async () => {
    await invite()
    let text = ''
    await people.send({
      async post(letter) {
        text = letter.text
        return { sent: false, final: false, error: 'unreachable', cause: new Error('closed') }
      },
    })
    assert.equal(await secretsOf(), 1)
    assert.equal((await people.redeem(tokenIn(text))).status, 201)
    assert.equal(await secretsOf(), 0)
    app.clock.advance(3_600_000)
    await people.send(postman)
    assert.deepEqual(server.received, [])
  })

  for (const at of ['from', 'to', 'data'] as const) {
    it(`is given up when the server refuses it for good (${at})`, async () => {
      server.next.push({ at, code: 550 })
      const id = await invite()
      await people.send(postman)
      assert.deepEqual(await invitationOf(id), { status: 'failed', attempts: 1, error: 'refused 550' })
      assert.equal(await secretsOf(), 0)
      app.clock.advance(86_400_000)
      await people.send(postman)
      assert.deepEqual(server.received, [])
    })

    it(`is tried again when the server has no time for it (${at})`, async () => {
      server.next.push({ at, code: 451 })
      const id = await invite()
      await people.send(postman)
      assert.deepEqual(await invitationOf(id), { status: 'pending', attempts: 1, error: 'deferred 451' })
      app.clock.advance(9_999)
      await people.send(postman)
      assert.deepEqual(server.received, [])
      app.clock.advance(1)
      await people.send(postman)
      assert.equal(server.received.length, 1)
      assert.deepEqual(await invitationOf(id), { status: 'sent', attempts: 2, error: null })
    })
  }

  it('is tried again for as long as its link opens, ever more seldom, and then forgotten', async () => {
    server.next.push(...Array.from({ length: 500 }, (): Fault => ({ at: 'data', code: 451 })))
    const id = await invite()
    const waits: number[] = []
    let waited = 0
    for (let second = 0; second < 8_000 && waits.length < 9; second += 1) {
      const before = server.next.length
      await people.send(postman)
      if (server.next.length < before) {
        waits.push(waited)
        waited = 0
      }
      app.clock.advance(10_000)
      waited += 10
    }
    assert.deepEqual(waits, [0, 10, 30, 60, 300, 900, 3_600, 3_600, 3_600])
    app.clock.advance(7 * 86_400_000)
    await people.send(postman)
    const { status, error } = await invitationOf(id)
    assert.deepEqual([status, error], ['failed', 'expired'])
    assert.equal(await secretsOf(), 0)
  })

  it('is sent again when the connection closes after DATA: the same mail, with the same link', async () => {
    server.next.push({ at: 'hangup', taken: true })
    const id = await invite()
    await people.send(postman)
    assert.deepEqual(await invitationOf(id), { status: 'pending', attempts: 1, error: 'unreachable' })
    app.clock.advance(10_000)
    await people.send(postman)
    const [first, second, ...more] = server.received
    assert.ok(first && second)
    assert.deepEqual(more, [])
    const idOf = (message: string) => /^Message-ID: (\S+)/m.exec(message)?.[1]
    assert.equal(idOf(first.message), idOf(second.message))
    assert.equal(tokenIn(textOf(first)), tokenIn(textOf(second)))
  })

  it('waits for a server that says nothing, or is not there', async () => {
    const silent = await startSilentServer()
    const id = await invite()
    await people.send(postmanFor(silent.url, 200))
    await silent.close()
    assert.deepEqual(await invitationOf(id), { status: 'pending', attempts: 1, error: 'unreachable' })
    app.clock.advance(10_000)
    await people.send(postmanFor(silent.url, 200))
    assert.deepEqual(await invitationOf(id), { status: 'pending', attempts: 2, error: 'unreachable' })
    app.clock.advance(30_000)
    await people.send(postman)
    assert.deepEqual(await invitationOf(id), { status: 'sent', attempts: 3, error: null })
  })

  it('waits where the login is refused: the operator may set it right', async () => {
    const id = await invite()
    await people.send(postmanFor(server.url.replace('smtp://', 'smtp://user:wrong@')))
    const { status, error } = await invitationOf(id)
    assert.equal(status, 'pending')
    assert.match(String(error), /^misconfigured/)
  })

  it('is sent by one of two workers', async () => {
    const id = await invite()
    await Promise.all([people.send(postman), people.send(postman), people.send(postman)])
    assert.equal(server.received.length, 1)
    assert.deepEqual(await invitationOf(id), { status: 'sent', attempts: 1, error: null })
  })

  it('of a worker that is gone is sent by another once its lease is over', async () => {
    const id = await invite()
    const gone: Postman = { post: () => Promise.reject(new Error('killed')) }
    await assert.rejects(people.send(gone), /killed/)
    await people.send(postman)
    assert.deepEqual(server.received, [])
    app.clock.advance(mailLeaseMs)
    await people.send(postman)
    assert.equal(server.received.length, 1)
    assert.deepEqual(await invitationOf(id), { status: 'sent', attempts: 2, error: null })
  })

  it('of a member who is removed, or is invited again meanwhile, is not sent', async () => {
    const id = await invite()
    await app.post(`/v1/members/${id}/invitation`, undefined, { key: own.liveKey })
    await people.send(postman)
    assert.equal(server.received.length, 1)
    await app.post(`/v1/members/${id}/invitation`, undefined, { key: own.liveKey })
    await app.delete(`/v1/members/${id}`, { key: own.liveKey })
    await people.send(postman)
    assert.equal(server.received.length, 1)
  })

  it('that is replaced while it is being sent leaves the newer one pending', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    server.next.push({ at: 'slow', until: promise })
    const id = await invite()
    const sending = people.send(postman)
    while (server.received.length === 0) await sql`select 1`.execute(app.db)
    await app.post(`/v1/members/${id}/invitation`, undefined, { key: own.liveKey })
    resolve()
    await sending
    await people.send(postman)
    assert.equal(server.received.length, 2)
    const [first, second] = server.received.map((mail) => tokenIn(textOf(mail)))
    assert.equal((await people.redeem(String(first))).status, 401)
    assert.equal((await people.redeem(String(second))).status, 201)
  })

  it('in French keeps its letters', async () => {
    const body = { email: 'zoe@example.com', role: 'owner', locale: 'fr' }
    await app.post('/v1/members', body, { key: own.liveKey })
    await people.send(postman)
    const [mail] = server.received
    assert.ok(mail)
    assert.match(textOf(mail), /vous avez été invité à travailler/)
    assert.match(textOf(mail), /s’ouvre une seule fois/)
  })
})
