/**
 * The encryption key is replaced while two servers work; the command is killed at each step and rerun, and a server is
 * killed. Nobody notices, and nothing stays under the old key.
 */
import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import { sealedPlaces } from '../../src/features/sealed-places.ts'
import { createVault } from '../../src/platform/crypto.ts'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { countSealedWith } from '../../src/platform/encryption/seal-queries.ts'
import { answerContext } from '../../src/platform/idempotency.ts'
import { parseKeyRing } from '../../src/platform/key-ring.ts'
import { createLog } from '../../src/platform/log.ts'
import { runScript } from '../harness/child.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { api, startServerProcess, walk, type ServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'
import { startReceiver, type Receiver } from '../webhooks/receiver.ts'

/** Enough that re-encrypting them takes longer than the kill. */
const keptAnswers = 4_000

let simulator: RunningSimulator
let receiver: Receiver
let database: TestDatabase
let own: Database
const place = testFolder()
const folder = path.join(place.folder, 'data')
const file = path.join(folder, 'encryption.key')
let servers: ServerProcess[] = []
let key = ''
let secret = ''

const settings = () => ({
  DATABASE_URL: database.url,
  VENDOR_BASE_URLS: `hostaway=${simulator.url}`,
  ALLOW_PRIVATE_TARGETS: 'true',
  SYNC_INTERVAL_SECONDS: '1',
  BURST_LIMIT: '100000',
})
const startOne = (env: Record<string, string> = {}) => startServerProcess(folder, { ...settings(), ...env })

before(async () => {
  simulator = await startSimulator('hostaway', { listings: 2, reservations: 4, seed: 5, rateLimit: 'off' })
  receiver = await startReceiver()
  database = await createTestDatabase()
  own = createDatabase(database.url, { log: createLog({ level: 'silent' }), max: 3 })
  servers = [await startOne()]
  servers.push(await startOne())
  key = servers[0]?.keys.liveKey ?? ''
})
after(async () => {
  for (const server of servers) await server.stop()
  await own.close()
  await receiver.close()
  await simulator.close()
  await database.drop()
  place.remove()
})

const ask = <T>(on: number, method: string, url: string, body?: unknown, headers = {}) =>
  api<T>(servers[on] as ServerProcess, key, method, url, body, headers)

const rotate = () =>
  runScript('src/cli.ts', ['rotate-encryption-key'], { env: { ...settings(), DATA_DIR: folder } })

async function rotateUntil(point: RegExp): Promise<void> {
  const command = rotate()
  await command.line(point)
  command.process.kill('SIGKILL')
  await command.ended
}

const isSigned = ({ headers, body }: { headers: Record<string, unknown>; body: string }) => {
  const [, time, given] = /^t=(\d+),v1=([0-9a-f]+)/.exec(String(headers['x-repull-signature'])) ?? []
  return given === createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
}

/** Books at the PMS, reads and writes at both servers until it is stopped. */
function traffic() {
  let isOver = false
  const codes: string[] = []
  const guests: string[] = []
  const booking = (async () => {
    while (!isOver) {
      const stay = simulator.operations.createReservation({}) as { id: number }
      codes.push(String(stay.id))
      await pause(250)
    }
  })()
  const calling = [0, 1].map(async (on) => {
    for (let round = 0; !isOver; round += 1) {
      const header = { 'idempotency-key': randomUUID() }
      const body = { firstName: `Guest ${on} ${round}` }
      try {
        const made = await ask<{ id: string }>(on, 'POST', '/v1/guests', body, header)
        assert.equal(made.status, 201, JSON.stringify(made.body))
        guests.push(made.body.id)
        const again = await ask<{ id: string }>(1 - on, 'POST', '/v1/guests', body, header)
        assert.deepEqual(again, made)
        await walk(servers[on] as ServerProcess, key, '/v1/reservations')
        await pause(50)
      } catch (error) {
        // Connections to the killed server break, but no answer is wrong.
        if (!(error instanceof TypeError && error.message === 'fetch failed')) throw error
        await pause(100)
      }
    }
  })
  return {
    codes,
    guests,
    async stop() {
      isOver = true
      // Throws the first error.
      await Promise.all([booking, ...calling.splice(0)])
    },
  }
}

test('a key is replaced under two servers that read, answer and deliver, whatever is killed', async () => {
  const former = parseKeyRing(readFileSync(file, 'utf8').trim())[0]
  const connected = await ask(0, 'POST', '/v1/connect/hostaway/credentials', {
    credentials: simulator.credentials,
  })
  assert.equal(connected.status, 200, JSON.stringify(connected.body))
  const hook = await ask<{ id: string; secret: string }>(0, 'POST', '/v1/webhooks', {
    url: receiver.url('/hook'),
    events: ['reservation.created'],
  })
  secret = hook.body.secret
  const workspaceId = servers[0]?.keys.workspaceId ?? ''
  const old = createVault(readFileSync(file, 'utf8').trim())
  const bodies = Array.from({ length: keptAnswers }, (_, number) => ({
    key: `kept-${number}`,
    body: old
      .encrypt(`{"number":${number}}`, answerContext({ workspaceId }, `kept-${number}`))
      .toString('hex'),
  }))
  await sql`
    insert into idempotency_keys (workspace_id, key, operation, request, state, holder, lease_until, status, headers, body, created_at, expires_at)
    select ${workspaceId}::bigint, b.key, 'createGuest', 'x', 'done', gen_random_uuid(), now(), 201, '{}', decode(b.body, 'hex'), now(), now() + interval '1 day'
    from jsonb_to_recordset(${JSON.stringify(bodies)}::jsonb) as b (key text, body text)`.execute(own.kysely)
  await until('the first import', async () => {
    const { body } = await ask<{ import?: { status: string } }>(0, 'GET', '/v1/connect/hostaway')
    return body.import?.status === 'completed'
  })

  const life = traffic()
  after(life.stop)
  await until('some bookings', () => receiver.at('/hook').length > 2)
  await rotateUntil(/A new key was added/)
  await rotateUntil(/encrypts from now on/)
  await rotateUntil(/encrypted anew/)
  const command = rotate()
  await command.line(/encrypted anew/)
  // One server is killed during the re-encryption, and another one starts.
  await servers[1]?.kill()
  servers[1] = await startOne()
  assert.equal(await command.ended, 0, command.err())
  assert.match(command.out(), /Nothing is encrypted with another key than "[0-9a-f]{8}"/)

  const [next, ...more] = parseKeyRing(readFileSync(file, 'utf8').trim())
  assert.deepEqual(more, [])
  assert.notEqual(next.id, former.id)
  assert.equal(await countSealedWith(own.kysely, sealedPlaces, [former.id]), 0)
  const copy = `${file}.before-${next.id}-${former.id}`
  assert.deepEqual(parseKeyRing(readFileSync(copy, 'utf8').trim())[0], former)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('encryption.key')),
    ['encryption.key', path.basename(copy)],
  )

  // Servers started before and after both continue.
  const reached = life.codes.length
  await until('bookings after it', () => life.codes.length > reached + 4)
  await servers[0]?.kill()
  servers[0] = await startOne()
  await until('bookings after a restart', () => life.codes.length > reached + 8)
  await life.stop()
  assert.ok(life.guests.length > 10, `${life.guests.length} guests`)
  await until('all bookings and their deliveries', async () => {
    const { rows } = await sql<{ told: number; owed: number; stays: number }>`
      select (select count(*)::int from events where type = 'reservation.created') as told,
             (select count(*)::int from deliveries where state <> 'succeeded') as owed,
             (select count(*)::int from reservations where external_id = any(${life.codes}::text[])) as stays`.execute(
      own.kysely,
    )
    const [row] = rows
    return row && row.owed === 0 && row.stays === life.codes.length && row.told >= life.codes.length
  })
  for (const arrival of receiver.at('/hook'))
    assert.ok(isSigned(arrival), 'a delivery is signed with the secret')
  for (const { output } of servers)
    assert.doesNotMatch(output(), /DecryptError|encrypted value|was encrypted with/)
})

test('a server without the key says so, and does not start', async () => {
  const server = servers.pop()
  await server?.stop()
  const other = runScript('src/cli.ts', ['start'], {
    env: {
      ...settings(),
      DATA_DIR: folder,
      PORT: '0',
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
  })
  assert.notEqual(await other.ended, 0)
  assert.match(
    other.err(),
    /ENCRYPTION_KEY does not have the key "[0-9a-f]{8}", which encrypted: 1 credentials of connected accounts/,
  )
  assert.ok(existsSync(file))
  rmSync(file)
  const empty = runScript('src/cli.ts', ['start'], { env: { ...settings(), DATA_DIR: folder, PORT: '0' } })
  assert.notEqual(await empty.ended, 0)
  assert.match(empty.err(), /encryption\.key does not have the key "[0-9a-f]{8}"/)
})
