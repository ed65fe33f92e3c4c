/** A real Prometheus fires each rule by a fault of real servers, and no longer once it is mended. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { startSimulator, type RunningSimulator } from '../../../simulators/index.ts'
import type { OperatorStatus } from '../../../src/contract/operator-status.ts'
import { conditions } from '../../../src/features/observability/conditions/conditions.ts'
import { createDatabase, type Database } from '../../../src/platform/db.ts'
import { createLog } from '../../../src/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts'
import { testFolder } from '../../harness/folder.ts'
import { freePort } from '../../harness/free-port.ts'
import { api, startServerProcess, type ServerProcess } from '../../harness/server-process.ts'
import { until } from '../../harness/until.ts'
import { startDatabaseDoor } from '../../webhooks/database-door.ts'
import { conditionsOfDoctor } from './doctor.ts'
import { startPrometheus, type RunningPrometheus } from './prometheus.ts'
import { alertOfBackups, metricsIn, rules, run, skip, type AlertRule } from './rules.ts'
import { alertsOfRows, makeTrouble, mendTrouble } from './trouble.ts'

const operatorKey = 'q7Zr0Tn4Vb8Xc2Lm6Kp1Jh5Gf9Ds3Aw5'
const placed = conditions.flatMap(({ name, places }) => (places ? [name] : []))
const isRoot = process.getuid?.() === 0
if (!isRoot) console.error('\n!! The alert of a full disk is NOT fired: only root can mount a small disk\n')
const fires = ({ alert }: AlertRule) =>
  alert !== alertOfBackups && (isRoot || alert !== 'LodgewireDiskFilling')

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
  let settings: Record<string, string> = {}
  let dataDir = ''

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
    settings = {
      ROLES: 'api',
      DATABASE_URL: door.url,
      DATABASE_READ_URLS: `postgres://nobody@127.0.0.1:${await freePort()}/none`,
      METRICS_PORT: String(metricsPort),
      PUBLIC_URL: `https://127.0.0.1:${(certificate.address() as AddressInfo).port}`,
      VENDOR_BASE_URLS: `hostaway=${simulator.url}`,
      ALLOW_PRIVATE_TARGETS: 'true',
      PORT: String(port),
      OPERATOR_API_KEY: operatorKey,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(wrongClock)}`,
    }
    dataDir = data
    faulty = await startServerProcess(data, settings)
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
  const named = new Set<string>()
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
  /** `doctor` finds what the alerts tell of, and ends with 1 as one of it is critical. */
  const expectDoctor = async (names: readonly string[]) => {
    const { code, found } = await conditionsOfDoctor({ ...settings, DATA_DIR: dataDir })
    for (const name of found.keys()) named.add(name)
    assert.deepEqual(
      names.filter((name) => !found.has(name)),
      [],
    )
    assert.equal(code, 1)
    return found
  }
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
    const found = await expectDoctor([...alertsOfRows, ...ofMachine])
    for (const name of placed) assert.ok(Number(found.get(name)?.places.length) > 0, `${name} names no place`)
    await mendTrouble(database)
    await expectQuiet(alertsOfRows)
    const { found: left } = await conditionsOfDoctor({ ...settings, DATA_DIR: dataDir })
    assert.deepEqual(
      alertsOfRows.filter((name) => left.has(name)),
      [],
    )
  })

  test('of the database fires its alerts, and rests when it is back', async () => {
    await door.shut()
    let isOver = false
    const asking = (async () => {
      while (!isOver) await call('GET', '/v1/listings').catch(() => {})
    })()
    await expectFiring(['LodgewireDatabaseSilent', 'LodgewireErrors']).finally(() => {
      isOver = true
    })
    await asking
    await expectDoctor(['LodgewireDatabaseSilent'])
    const seen = await api<OperatorStatus>(
      { baseUrl: `http://127.0.0.1:${port}` },
      operatorKey,
      'GET',
      '/v1/operator/status',
    )
    const silent = seen.body.conditions.find(({ name }) => name === 'LodgewireDatabaseSilent')
    assert.equal(silent?.state, 'met')
    assert.equal(seen.body.parts.find(({ name }) => name === 'disk')?.state, isRoot ? 'critical' : 'ok')
    await door.open()
    await expectQuiet(['LodgewireDatabaseSilent'])
    await until('the errors in the report of the process', async () => {
      const { rows } = await sql`
        select from server_processes where (figures ->> 'errors')::int > (figures ->> 'requests')::int * 0.06`.execute(
        database.kysely,
      )
      return rows.length > 0
    })
    await expectDoctor(['LodgewireErrors'])
  })

  test('of the process fires its alert, so that every alert has fired once', async () => {
    await faulty.kill()
    await expectFiring(['LodgewireDown'])
    await sql`update server_processes set seen_at = seen_at - interval '3 minutes'`.execute(database.kysely)
    await expectDoctor(['LodgewireDown'])
    const all = rules.filter(fires).map(({ alert }) => alert)
    assert.deepEqual([...fired].sort(), all.toSorted())
    assert.deepEqual([...named].sort(), all.toSorted(), '`doctor` finds each condition')
  })

  test('is seen in figures that promtool finds well made', async () => {
    const answer = await fetch(`${prometheus.url}/api/v1/label/__name__/values`)
    const { data } = (await answer.json()) as { data: string[] }
    const here = rules.filter(({ alert }) => alert !== alertOfBackups)
    for (const name of metricsIn(here.map(({ expr }) => expr).join('\n')))
      assert.ok(data.includes(name), name)
  })
})
