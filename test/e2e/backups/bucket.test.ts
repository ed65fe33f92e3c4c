/** Archives in a bucket, at an S3 that others wrote, through a connection that breaks, halts and damages what it carries. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { loadConfig } from '../../../src/platform/config.ts'
import { backupNameAt } from '../../../src/platform/backups/backup-store.ts'
import { openBackupStore } from '../../../src/platform/backups/open-backup-store.ts'
import { parseStoreAddress } from '../../../src/platform/settings/backup-parsers.ts'
import { withoutTools } from '../../harness/tools.ts'
import { startMoto, type RunningMoto } from './moto.ts'
import { makeAgeKey, startBackedUpServer, type AgeKey, type BackedUpServer } from './server.ts'

const bucket = 'lodgewire-backups'
const address = `s3://${bucket}/production`
const access = { BACKUP_S3_ACCESS_KEY_ID: 'test', BACKUP_S3_SECRET_ACCESS_KEY: 'secret' }
/** Settings of the uploads are not used where backups have their own. */
const others = { S3_ENDPOINT: 'http://127.0.0.1:9', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }

interface Fault {
  /** Which requests it concerns, by method and path with query. */
  of: RegExp
  times: number
  kind: 'refuse' | 'cut' | 'damage'
}

/** Stands before the bucket and does what networks and services do. */
async function startFaultyDoor(
  to: string,
): Promise<{ url: string; faults: Fault[]; seen: string[]; server: Server }> {
  const faults: Fault[] = []
  const seen: string[] = []
  const server = createServer((incoming, outgoing) => {
    const what = `${incoming.method} ${incoming.url}`
    seen.push(what)
    const fault = faults.find(({ of, times }) => times > 0 && of.test(what))
    if (fault) fault.times -= 1
    if (fault?.kind === 'refuse') {
      incoming.resume()
      return outgoing.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
    }
    const sent = request(new URL(incoming.url ?? '', to), {
      method: incoming.method,
      headers: incoming.headers,
    })
    sent.on('error', () => outgoing.destroy())
    sent.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      if (fault?.kind !== 'cut') return answer.pipe(outgoing)
      answer.once('data', (chunk: Buffer) => {
        answer.destroy()
        outgoing.write(chunk.subarray(0, 1000), () => outgoing.destroy())
      })
    })
    if (fault?.kind === 'cut' && incoming.method === 'PUT')
      return incoming.once('data', () => incoming.destroy())
    incoming.pipe(sent)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, faults, seen, server }
}

describe(
  'archives in a bucket',
  { concurrency: false, skip: withoutTools('Buckets are', ['moto_server']) },
  () => {
    let home: BackedUpServer
    let moto: RunningMoto
    let door: Awaited<ReturnType<typeof startFaultyDoor>>
    let key: AgeKey
    let settings: Record<string, string>
    const store = () =>
      openBackupStore(
        parseStoreAddress(address),
        loadConfig({ ...access, BACKUP_S3_ENDPOINT: door.url }, null),
      )
    const names = async () => (await store().list()).map(({ name }) => name)

    before(async () => {
      ;[home, moto, key] = await Promise.all([startBackedUpServer(), startMoto(bucket), makeAgeKey()])
      door = await startFaultyDoor(moto.url)
      settings = {
        ...{ ...others, ...access, BACKUP_S3_ENDPOINT: door.url },
        ...{ BACKUP_TO: address, BACKUP_ENCRYPT_TO: key.recipient, BACKUP_KEEP: '1d' },
      }
      writeFileSync(path.join(home.folder, 'key.txt'), key.identity)
    })
    after(async () => {
      await home?.close()
      door?.server.close()
      await moto?.stop()
    })
    const restore = (folder: string) =>
      home.run(
        ['restore', address, path.join(home.folder, folder), '--identity', path.join(home.folder, 'key.txt')],
        settings,
      )

    test('are made and restored over a connection that refuses and breaks', async () => {
      const stay = await home.book(0)
      door.faults.push(
        { of: /^POST .*\?uploads/, times: 1, kind: 'refuse' },
        { of: /^PUT .*partNumber=1/, times: 2, kind: 'cut' },
        { of: /^POST .*uploadId=/, times: 1, kind: 'refuse' },
      )
      const made = await home.run(['backup'], settings)
      assert.equal(made.code, 0, made.err)
      assert.match(made.out, /lodgewire-\S+ in s3:\/\/lodgewire-backups\/production\/? holds everything/)
      assert.deepEqual(
        door.faults.map(({ times }) => times),
        [0, 0, 0],
      )
      door.faults.push(
        { of: /^GET .*\.age/, times: 2, kind: 'cut' },
        { of: /^GET .*\.json/, times: 1, kind: 'refuse' },
      )
      const restored = await restore('restored')
      assert.equal(restored.code, 0, restored.err)
      assert.ok(door.faults.every(({ times }) => times === 0))
      await home.restart(path.join(home.folder, 'restored'))
      assert.equal((await home.ask('GET', `/v1/reservations/${stay}`)).status, 200)
    })

    test('that cannot be written leave nothing that counts', async () => {
      const before = await names()
      door.faults.push({ of: /^PUT .*partNumber=/, times: 50, kind: 'refuse' })
      const failed = await home.run(['backup'], settings)
      assert.equal(failed.code, 1)
      assert.match(failed.err, /the object store answered 503 to PUT/)
      assert.deepEqual(await names(), before)
      assert.ok(
        door.seen.some((what) => /^DELETE .*uploadId=/.test(what)),
        'the upload is aborted',
      )
      const noted = JSON.parse(readFileSync(path.join(home.dataDir, 'last-backup.json'), 'utf8')) as Record<
        string,
        string
      >
      assert.match(noted['error'] ?? '', /answered 503/)
      assert.ok(noted['succeeded_at'])
      door.faults.length = 0
    })

    test('are refused by a bucket that is not there', async () => {
      const { code, err } = await home.run(['backup'], { ...settings, BACKUP_TO: 's3://nobody-has-this' })
      assert.equal(code, 1)
      assert.match(err, /answered 404.*NoSuchBucket/)
    })

    test('of more than one part come back byte for byte, and lists go on past a page', async () => {
      const many = openBackupStore(
        parseStoreAddress(`s3://${bucket}/many`),
        loadConfig({ ...access, BACKUP_S3_ENDPOINT: door.url }, null),
      )
      const pieces = Array.from({ length: 50 }, (_, index) => Buffer.alloc(777_777, index))
      async function* content() {
        yield* pieces
      }
      await many.write('lodgewire-20260101T000000Z.tar.zst', content(), 1)
      assert.ok(door.seen.some((what) => what.includes('partNumber=3')))
      const back: Uint8Array[] = []
      door.faults.push({ of: /^GET .*20260101T000000Z/, times: 1, kind: 'cut' })
      for await (const chunk of many.read('lodgewire-20260101T000000Z.tar.zst')) back.push(chunk)
      assert.ok(Buffer.concat(back).equals(Buffer.concat(pieces)))
      // Amazon S3 and others list a thousand at a time.
      const minutes = Array.from({ length: 1_050 }, (_, minute) => new Date(Date.UTC(2020, 0, 1, 0, minute)))
      for (let from = 0; from < minutes.length; from += 10)
        await Promise.all(
          minutes.slice(from, from + 10).map(async (minute) => {
            const url = `${moto.url}/${bucket}/many/${backupNameAt(minute)}.json`
            const { ok } = await fetch(url, { method: 'PUT', body: '{}' })
            assert.ok(ok)
          }),
        )
      assert.equal((await many.list()).length, 1_051)
    })

    test('leave no upload behind that is older than a day', async () => {
      const url = `${moto.url}/${bucket}/production/lodgewire-20260101T000000Z.tar.zst.age`
      await fetch(`${url}?uploads`, { method: 'POST' })
      // Moto says of every upload that it began in 2010.
      assert.deepEqual(await store().removeUnfinished(new Date(0)), [])
      assert.deepEqual(await store().removeUnfinished(new Date(Date.now() + 60_000)), [
        'lodgewire-20260101T000000Z.tar.zst.age',
      ])
      assert.deepEqual(await store().removeUnfinished(new Date(Date.now() + 60_000)), [])
    })
  },
)
