/** A real Prometheus fires each rule by a fault of real servers, and no longer once it is mended. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startSimulator, type RunningSimulator } from '../../../simulators/index.ts'
import { createDatabase, type Database } from '../../../src/platform/db.ts'
import { createLog } from '../../../src/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts'
import { testFolder } from '../../harness/folder.ts'
import { freePort } from '../../harness/free-port.ts'
import { api, startServerProcess, type ServerProcess } from '../../harness/server-process.ts'
import { until } from '../../harness/until.ts'
import { startDatabaseDoor } from '../../webhooks/database-door.ts'
import { startPrometheus, type RunningPrometheus } from './prometheus.ts'
import { metricsIn, rules, run, skip, type AlertRule } from './rules.ts'
import { alertsOfRows, makeTrouble, mendTrouble } from './trouble.ts'

const isRoot = process.getuid?.() === 0
if (!isRoot) console.error('\n!! The alert of a full disk is NOT fired: only root can mount a small disk\n')
const fires = ({ alert }: AlertRule) => isRoot || alert !== 'LodgewireDiskFilling'

describe('a fault', { skip, concurrency: false }, () => {
  const place = testFolder()
  const undo: (() => unknown)[] = []
  let made: TestDatabase
  let database: Database
  let simulator: RunningSimulator
  let door: Awaited<ReturnType<typeof startDatabaseDoor>>
  let faulty: ServerProcess
  let certificate: Server
  let prometheus: RunningPrometheus
  let [port, metricsPort] = [0, 0]

  /** An hour and more ahead, so that a certificate of a day, an account and its turn look their age. */
  const aheadSeconds = 7_000
  const wrongClock = `const ahead=${aheadSeconds * 1000},Real=Date;globalThis.Date=class extends Real{constructor(...a){a.length?super(...a):super(Real.now()+ahead)}static now(){return Real.now()+ahead}}`

  before(async () => {
    made = await createTestDatabase()
    database = createDatabase(made.url, { log: createLog({ level: 'silent' }), max: 2 })
    simulator = await startSimulator('hostaway', { listings: 2, reservations: 4, seed: 7, rateLimit: 'off' })
    door = await startDatabaseDoor(() => made.url)
    certificate = await serveCertificate()
    const data = await smallDisk()
    port = await freePort()
    metricsPort = await freePort()
    faulty = await startServerProcess(data, {
      ROLES: 'api',
      DATABASE_URL: door.url,
      DATABASE_READ_URLS: `postgres://nobody@127.0.0.1:${await freePort()}/none`,
      METRICS_PORT: String(metricsPort),
      PUBLIC_URL: `https://127.0.0.1:${(certificate.address() as AddressInfo).port}`,
      VENDOR_BASE_URLS: `hostaway=${simulator.url}`,
      ALLOW_PRIVATE_TARGETS: 'true',
      PORT: String(port),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(wrongClock)}`,
    })
    prometheus = await startPrometheus(place.folder, metricsPort)
  })
  after(async () => {
    prometheus?.stop()
    await faulty?.kill().catch(() => {})
    certificate?.close()
    await Promise.all([door?.close(), simulator?.close()])
    await database?.close()
    await made?.drop()
    for (const step of undo.toReversed()) await step()
    place.remove()
  })

  async function serveCertificate(): Promise<Server> {
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(place.folder, name)) as [
      string,
      string,
    ]
    const subject = ['-subj', '/CN=127.0.0.1', '-days', '2']
    await run('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      ...subject,
    ])
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return server
  }

  /** One gigabyte, less than a server needs. Only root can mount it. */
  async function smallDisk(): Promise<string> {
    const data = path.join(place.folder, 'data')
    mkdirSync(data)
    if (!isRoot) return data
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1g', 'tmpfs', data])
    undo.push(() => run('umount', ['-l', data]))
    return data
  }

  const fired = new Set<string>()
  const expectFiring = async (names: readonly string[]) => {
    await until(
      `alerts ${names.join(', ')}`,
      async () => {
        for (const name of await prometheus.firing()) fired.add(name)
        return names.every((name) => fired.has(name))
      },
      { withinMs: 40_000 },
    ).catch((error: Error) => {
      error.message += `: ${names.filter((name) => !fired.has(name)).join(', ')} did not fire`
      throw error
    })
  }
  const expectQuiet = (names: readonly string[]) =>
    until(
      `no alert ${names.join(', ')}`,
      async () => {
        const now = await prometheus.firing()
        return names.every((name) => !now.has(name))
      },
      { withinMs: 40_000 },
    )
  const call = (method: string, url: string, body?: unknown) =>
    api<{ id: string }>({ baseUrl: `http://127.0.0.1:${port}` }, faulty.keys.liveKey, method, url, body)

  const ofMachine = [
    'LodgewireCertificateEnding',
    'LodgewireClockWrong',
    ...(isRoot ? ['LodgewireDiskFilling'] : []),
    'LodgewireReplicaLeftOut',
  ]

  test('of accounts, nights, webhooks, workers and the machine fires its alert, and rests when it is mended', async () => {
    await makeTrouble(call, database, simulator)
    await expectFiring([...alertsOfRows, ...ofMachine])
    await mendTrouble(database)
    await expectQuiet(alertsOfRows)
  })

  test('of the database fires its alerts, and rests when it is back', async () => {
    await door.shut()
    let isOver = false
    const asking = (async () => {
      while (!isOver) await call('GET', '/v1/listings').catch(() => {})
    })()
    await expectFiring(['LodgewireDatabaseSilent', 'LodgewireErrors'])
    isOver = true
    await door.open()
    await asking
    await expectQuiet(['LodgewireDatabaseSilent'])
  })

  test('of the process fires its alert, so that every alert has fired once', async () => {
    await faulty.kill()
    await expectFiring(['LodgewireDown'])
    assert.deepEqual(
      [...fired].sort(),
      rules
        .filter(fires)
        .map(({ alert }) => alert)
        .sort(),
    )
  })

  test('is seen in figures that promtool finds well made', async () => {
    const answer = await fetch(`${prometheus.url}/api/v1/label/__name__/values`)
    const { data } = (await answer.json()) as { data: string[] }
    for (const name of metricsIn(rules.map(({ expr }) => expr).join('\n')))
      assert.ok(data.includes(name), name)
  })
})
