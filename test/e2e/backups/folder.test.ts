/**
 * `backup` runs beside a server that books; another server starts from the copy and has everything acknowledged before.
 */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { startPrivatePostgres } from '../../../src/platform/embedded-postgres/index.ts'
import { createLog } from '../../../src/platform/log.ts'
import { runScript } from '../../harness/child.ts'
import { testFolder } from '../../harness/folder.ts'
import { api, startServerProcess, walk, type ServerProcess } from '../../harness/server-process.ts'
import { until } from '../../harness/until.ts'
import { startReceiver, type Receiver } from '../../webhooks/receiver.ts'

const place = testFolder()
const folder = path.join(place.folder, 'data')
const copy = path.join(place.folder, 'copy')
const env = { ALLOW_PRIVATE_TARGETS: 'true', BURST_LIMIT: '100000' }
/** The smallest valid picture. */
const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

let receiver: Receiver
let server: ServerProcess
let key = ''
before(async () => {
  receiver = await startReceiver()
  server = await startServerProcess(folder, env)
  key = server.keys.liveKey
})
after(async () => {
  await server.stop()
  await receiver.close()
  place.remove()
})

const ask = <T>(method: string, url: string, body?: unknown) => api<T>(server, key, method, url, body)

async function made<T>(url: string, body: unknown): Promise<T> {
  const answer = await ask<T>('POST', url, body)
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
  return answer.body
}

async function run(args: string[], more: Record<string, string> = {}) {
  const command = runScript('src/cli.ts', args, {
    env: { ...env, DATA_DIR: folder, ...more },
    cwd: place.folder,
  })
  return { code: await command.ended, out: command.out(), err: command.err() }
}

/** Books consecutive nights until it is stopped. */
function bookings(listingId: string) {
  let isOver = false
  const ids: string[] = []
  const first = Temporal.Now.plainDateISO('UTC').add({ days: 10 })
  const work = (async () => {
    for (let night = 0; !isOver; night += 1) {
      const checkIn = String(first.add({ days: night }))
      const checkOut = String(first.add({ days: night + 1 }))
      const stay = {
        listingId: Number(listingId),
        checkIn,
        checkOut,
        adults: 1,
        guest: { firstName: `Guest ${night}` },
      }
      ids.push((await made<{ id: string }>('/v1/reservations', stay)).id)
    }
  })()
  return { ids, stop: () => ((isOver = true), work) }
}

async function upload(listingId: string): Promise<string> {
  const wanted = { fileName: 'home.gif', fileType: 'image/gif', fileSize: picture.length }
  const granted = await made<{ uploadUrl: string; publicUrl: string }>(
    `/v1/listings/${listingId}/photos/upload-url`,
    wanted,
  )
  const { status } = await fetch(granted.uploadUrl, {
    method: 'PUT',
    body: picture,
    headers: { 'content-type': 'image/gif' },
  })
  assert.ok(status < 300)
  return new URL(granted.publicUrl).pathname
}

async function countTold(): Promise<number> {
  let [count, after] = [0, 0]
  for (;;) {
    const url = `/v1/events?type=reservation.created&limit=100&after=${after}`
    const { body } = await ask<{ data: unknown[]; nextAfter: number; hasMore: boolean }>('GET', url)
    count += body.data.length
    after = body.nextAfter
    if (!body.hasMore) return count
  }
}

test('a server goes on from the copy that was made while it booked', async () => {
  const listing = await made<{ id: string }>('/v1/listings', {
    name: 'Home',
    currency: 'EUR',
    defaultDailyPrice: 100,
  })
  const hook = await made<{ id: string; secret: string }>('/v1/webhooks', {
    url: receiver.url('/hook'),
    events: ['reservation.created'],
  })
  const file = await upload(listing.id)
  const life = bookings(listing.id)
  await until('some bookings', () => life.ids.length > 20)

  const acknowledged = [...life.ids]
  const { code, out, err } = await run(['backup', copy])
  assert.equal(code, 0, err)
  assert.match(out, new RegExp(`^${copy} holds everything up to now`))
  assert.match(out, /^It is not encrypted and holds encryption\.key: protect it/m)
  const tried = life.ids.length + 1
  await life.stop()
  assert.ok(life.ids.length > acknowledged.length, 'it booked while the copy was made')
  await server.stop()
  assert.deepEqual(
    readdirSync(place.folder).filter((name) => name.startsWith('copy')),
    ['copy'],
  )
  assert.equal(statSync(path.join(copy, 'encryption.key')).mode & 0o777, 0o600)

  // A backup can be used repeatedly.
  const again = path.join(place.folder, 'again')
  cpSync(copy, again, { recursive: true, preserveTimestamps: true })
  const examined = await run(['doctor'], { DATA_DIR: again })
  assert.match(examined.out, /ok +database +private PostgreSQL/)
  assert.match(examined.out, /ok +kept counts/)

  server = await startServerProcess(copy, env)
  const stays = (await walk<{ id: string }>(server, key, '/v1/reservations')).map(({ id }) => id)
  assert.deepEqual(
    new Set(acknowledged).difference(new Set(stays)),
    new Set(),
    'nothing that was acknowledged before is missing',
  )
  assert.ok(stays.length <= tried, 'nothing is there that was asked for after it')
  assert.equal(await countTold(), stays.length, 'each with its event')
  assert.deepEqual(Buffer.from(await (await fetch(`${server.baseUrl}${file}`)).arrayBuffer()), picture)

  // Encrypted data is readable, and a sold night stays sold.
  await made(`/v1/webhooks/${hook.id}/ping`, {})
  const ping = await until('a ping', () =>
    receiver.at('/hook').find(({ json }) => json.event === 'repull.ping'),
  )
  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]+)/.exec(String(ping.headers['x-repull-signature'])) ?? []
  assert.equal(signature, createHmac('sha256', hook.secret).update(`${time}.${ping.body}`).digest('hex'))
  const [sold] = await walk<{ checkIn: string; checkOut: string }>(server, key, '/v1/reservations')
  const taken = await ask<{ error: { reason?: string } }>('POST', '/v1/reservations', {
    ...{ listingId: Number(listing.id), checkIn: sold?.checkIn, checkOut: sold?.checkOut },
    ...{ adults: 1, guest: { firstName: 'Late' } },
  })
  assert.deepEqual([taken.status, taken.body.error.reason], [422, 'nights_taken'])
})

test('a copy that lacks a piece of the log does not pass for a database', async () => {
  const damaged = path.join(place.folder, 'damaged')
  assert.equal((await run(['backup', damaged], { DATA_DIR: copy })).code, 0)
  const logs = path.join(damaged, 'postgres', 'data', 'pg_wal')
  for (const name of readdirSync(logs).filter((name) => /^[0-9A-F]{24}$/.test(name)))
    rmSync(path.join(logs, name))
  const log = createLog({ level: 'silent' })
  await assert.rejects(startPrivatePostgres({ dataDir: damaged, log }))
})

test('where it cannot be made, it says why, and nothing is left', async () => {
  mkdirSync(path.join(place.folder, 'full'))
  mkdirSync(path.join(place.folder, 'cut.unfinished'))
  symlinkSync(copy, path.join(place.folder, 'link'))
  const at = { DATA_DIR: copy }
  for (const [args, settings, reason] of [
    [[], at, /backup takes one folder/],
    [['a', 'b'], at, /backup takes one folder/],
    [[path.join(place.folder, 'full')], at, /full is there already/],
    [[path.join(place.folder, 'cut')], at, /cut\.unfinished is there: a backup runs, or one was cut off/],
    [[path.join(copy, 'inside')], at, /inside of the data folder/],
    [[path.join(place.folder, 'link', 'inside')], at, /inside of the data folder/],
    [[path.join(place.folder, 'none', 'inside')], at, /none is not there. Make it first/],
    [[path.join(place.folder, 'other')], { ...at, DATABASE_URL: 'postgres://127.0.0.1:1/x' }, /pg_dump/],
    [
      [path.join(place.folder, 'other')],
      { DATA_DIR: path.join(place.folder, 'none') },
      /no Lodgewire database yet/,
    ],
  ] as const) {
    const { code, err } = await run(['backup', ...args], settings)
    assert.notEqual(code, 0)
    assert.match(err, reason)
  }
  assert.ok(
    !existsSync(path.join(place.folder, 'other')) && !existsSync(path.join(place.folder, 'other.unfinished')),
  )
})
