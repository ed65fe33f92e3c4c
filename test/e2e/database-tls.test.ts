/**
 * A server and a PostgreSQL that requires TLS: every connection is encrypted and verified. Unverifiable ones are not
 * used, and the log says why.
 */
import assert from 'node:assert/strict'
import { copyFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runScript } from '../harness/child.ts'
import { testFolder } from '../harness/folder.ts'
import { api, spawnServer, startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import {
  startTlsPostgres,
  withoutOpenSsl,
  type Authority,
  type TlsPostgres,
} from '../harness/tls-postgres.ts'
import { until } from '../harness/until.ts'
import { startReceiver, type Receiver } from '../webhooks/receiver.ts'

interface Connection {
  name: string
  isEncrypted: boolean
  statement: string
}

describe('a database that speaks TLS', { skip: withoutOpenSsl() }, () => {
  const place = testFolder()
  /** The server reads its trusted authority here. */
  const believed = path.join(place.folder, 'authority.pem')
  const settings = { ALLOW_PRIVATE_TARGETS: 'true' }
  let [database, authority, receiver, server]: [TlsPostgres?, Authority?, Receiver?, ServerProcess?] = []
  let listingId = ''

  const postgres = () => database as TlsPostgres
  const address = (mode: string) => `${postgres().url}?sslmode=${mode}`
  const provenAddress = () => `${address('verify-full')}&sslrootcert=${believed}`

  /** Returns servers' connections to their database that were begun since. */
  const connections = (since = '-infinity') =>
    postgres().query<Connection>(`
      select application_name as name, ssl as "isEncrypted", query as statement
      from pg_stat_activity join pg_stat_ssl using (pid)
      where usename is not null and application_name <> 'observer' and backend_start >= '${since}'`)

  const untilUnready = (before: string) =>
    until('the server not to be ready', async () => {
      await postgres().endSessions(before)
      return !(await isReady())
    })

  /** Waits until the pool, the listener and the shared readers have connections. */
  const allKinds = () =>
    until('each kind of connection', async () => {
      const { status } = await ask(server, 'GET', '/v1/reservations')
      assert.equal(status, 200)
      const open = await connections()
      const used = open.filter(({ statement }) => statement !== '')
      const shared = used.filter(({ name }) => name === 'lodgewire reads')
      const pooled = used.filter(({ name }) => name === 'lodgewire')
      const listening = pooled.filter(({ statement }) => /^listen|pg_notify/.test(statement))
      return shared.length > 0 && listening.length > 0 && pooled.length > listening.length ? open : null
    })

  const ask = <T>(target: ServerProcess | undefined, method: string, url: string, body?: unknown) =>
    api<T>(target as ServerProcess, (target as ServerProcess).keys.liveKey, method, url, body)
  const isReady = async (target = server) =>
    (await fetch(`${target?.baseUrl}/v1/health/ready`)).status === 200

  let nights = 0
  async function book(target = server): Promise<string> {
    const day = (after: number) => String(Temporal.Now.plainDateISO('UTC').add({ days: 40 + after }))
    const [checkIn, checkOut] = [day((nights += 1)), day(nights + 1)]
    const guest = { firstName: 'Ada', lastName: 'Lovelace' }
    const body = { listingId, checkIn, checkOut, guest }
    const made = await ask<{ id: string }>(target, 'POST', '/v1/reservations', body)
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return made.body.id
  }

  before(async () => {
    database = await startTlsPostgres()
    authority = database.authority('known')
    copyFileSync(authority.file, believed)
    await database.show(authority)
    receiver = await startReceiver()
    server = await startServerProcess(place.folder, { ...settings, DATABASE_URL: provenAddress() })
    const listing = { name: 'Behind TLS', currency: 'EUR', defaultDailyPrice: 90 }
    const made = await ask<{ id: string }>(server, 'POST', '/v1/listings', listing)
    assert.equal(made.status, 201, JSON.stringify(made.body))
    listingId = made.body.id
  })
  after(async () => {
    await server?.stop()
    await receiver?.close()
    await database?.close()
    place.remove()
  })

  it('lets nobody in without it', async () => {
    const ran = runScript('src/cli.ts', ['start'], {
      env: { DATABASE_URL: postgres().url, DATA_DIR: place.folder, PORT: '0' },
    })
    assert.notEqual(await ran.ended, 0)
    assert.match(ran.err(), /DATABASE_URL: .* cannot be used: no pg_hba.conf entry .* no encryption/)
  })

  it('is written, read and asked again, and every connection is encrypted', async () => {
    const id = await book()
    const open = await allKinds()
    assert.deepEqual(
      open.filter(({ isEncrypted }) => !isEncrypted),
      [],
    )
    const list = (headers: Record<string, string> = {}) =>
      fetch(`${server?.baseUrl}/v1/reservations`, {
        headers: { authorization: `Bearer ${server?.keys.liveKey}`, ...headers },
      })
    const first = await list()
    const { data } = (await first.json()) as { data: { id: string }[] }
    assert.deepEqual(
      data.map((one) => one.id),
      [id],
    )
    const again = await list({ 'if-none-match': String(first.headers.get('etag')) })
    assert.equal(again.status, 304)
    const record = await ask<{ id: string }>(server, 'GET', `/v1/reservations/${id}`)
    assert.deepEqual([record.status, record.body.id], [200, id])
  })

  it('has webhooks delivered', async () => {
    const url = receiver?.url('/hooks')
    const made = await ask(server, 'POST', '/v1/webhooks', { url, events: ['reservation.created'] })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    await book()
    await until('the delivery', () => (receiver?.at('/hooks').length ?? 0) > 0)
  })

  it('is not used with a certificate of somebody else, until that is believed', async () => {
    const other = postgres().authority('other')
    const shownAt = await postgres().show(other)
    await untilUnready(shownAt)
    const refused = await ask<{ error: { code: string } }>(server, 'GET', '/v1/guests')
    assert.deepEqual([refused.status, refused.body.error.code], [503, 'service_unavailable'])
    const reason = /"reason":"[^"]*certificate[^"]*","msg":"the database cannot be reached/
    await until('the log to say why', () => reason.test(server?.output() ?? ''))
    // No connection was accepted since.
    assert.deepEqual(await connections(shownAt), [])
    copyFileSync(other.file, believed)
    await until('the server to be ready', () => isReady())
    await book()
    const open = await allKinds()
    assert.ok(open.every(({ isEncrypted }) => isEncrypted))
  })

  it('is asked over the connections there are while the file of the authority is away, and found again with it', async () => {
    const away = `${believed}.away`
    renameSync(believed, away)
    try {
      // More requests at once than there are connections.
      const answers = await Promise.all(
        Array.from({ length: 60 }, () => ask(server, 'GET', '/v1/reservations')),
      )
      const statuses = new Set(answers.map(({ status }) => status))
      assert.ok(
        [...statuses].every((status) => status === 200 || status === 503),
        [...statuses].join(),
      )
      await untilUnready('infinity')
      const refused = await Promise.all(
        Array.from({ length: 60 }, (_, at) => ask(server, 'GET', `/v1/guests?limit=${at + 1}`)),
      )
      assert.deepEqual(new Set(refused.map(({ status }) => status)), new Set([503]))
      const reason = /"reason":"ENOENT[^"]*authority\.pem'","msg":"the database cannot be reached/
      await until('the log to say why', () => reason.test(server?.output() ?? ''))
    } finally {
      renameSync(away, believed)
    }
    await until('the server to be ready', () => isReady())
    await book()
  })

  it('is waited for where its certificate is of another name, or of an authority that nobody named', async () => {
    const third = postgres().authority('third')
    await postgres().show(third, 'DNS:elsewhere.example')
    copyFileSync(third.file, believed)
    const reasons = [
      [provenAddress(), "does not match certificate's altnames"],
      [`${address('require')}&sslrootcert=${believed}`, "does not match certificate's altnames"],
      [address('verify-full'), 'unable to verify the first certificate'],
    ] as const
    for (const [url, reason] of reasons) {
      const waiting = spawnServer(place.folder, { ...settings, DATABASE_URL: url })
      try {
        await until('the reason', () => /waiting for the database/.exec(waiting.output()))
        assert.match(waiting.output(), new RegExp(`DATABASE_URL: .* cannot be used: .*${reason}`))
      } finally {
        waiting.child.kill('SIGKILL')
      }
    }
  })

  it('is taken for what it says where nothing is to be proven', async () => {
    const trusting = await startServerProcess(place.folder, {
      ...settings,
      DATABASE_URL: address('no-verify'),
    })
    try {
      const id = await book(trusting)
      const record = await ask<{ id: string }>(trusting, 'GET', `/v1/reservations/${id}`)
      assert.equal(record.status, 200)
      const open = await connections()
      assert.ok(open.length > 0)
      assert.ok(open.every(({ isEncrypted }) => isEncrypted))
    } finally {
      await trusting.stop()
    }
  })

  it('is not waited for where the file of the authority is not there', async () => {
    const ran = runScript('src/cli.ts', ['start'], {
      env: { DATABASE_URL: `${address('verify-full')}&sslrootcert=/nowhere.pem`, DATA_DIR: place.folder },
    })
    assert.notEqual(await ran.ended, 0)
    assert.match(ran.err(), /DATABASE_URL: .* cannot be used: .*\/nowhere\.pem/)
  })
})
