/**
 * The rules for Prometheus: promtool checks and tests them, each has a runbook, each metric exists, and a real
 * Prometheus fires each of them by a fault of real servers, and no longer once it is mended.
 */
import assert from 'node:assert/strict'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { parse } from 'yaml'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import { conditionGauges } from '../../src/features/observability/conditions/condition-gauges.ts'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { root } from '../harness/child.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { freePort } from '../harness/free-port.ts'
import { api, startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { withoutTools } from '../harness/tools.ts'
import { until } from '../harness/until.ts'
import { startDatabaseDoor } from '../webhooks/database-door.ts'

const run = promisify(execFile)
const folder = path.join(root, 'deploy/prometheus')
const rulesFile = path.join(folder, 'lodgewire.rules.yml')

interface AlertRule {
  alert: string
  expr: string
  annotations: { runbook_url: string }
}
const rules = (parse(readFileSync(rulesFile, 'utf8')) as { groups: { rules: AlertRule[] }[] }).groups.flatMap(
  (group) => group.rules,
)
const namesOf = (text: string) => new Set([...text.matchAll(/\blodgewire_[a-z_]+/g)].map(([name]) => name))
const isRoot = process.getuid?.() === 0
if (!isRoot) console.error('\n!! The alert of a full disk is NOT fired: only root can mount a small disk\n')
const fires = ({ alert }: AlertRule) => isRoot || alert !== 'LodgewireDiskFilling'
const skip = withoutTools('Rules for Prometheus are', ['promtool', 'prometheus'])

describe('the rules for Prometheus', { skip }, () => {
  test('are read by promtool, and fire and rest in its tests', async () => {
    await run('promtool', ['check', 'config', path.join(folder, 'prometheus.yml')])
    const tests = path.join(folder, 'lodgewire.rules.test.yml')
    await run('promtool', ['test', 'rules', tests]).catch(({ stdout }: { stdout: string }) =>
      assert.fail(stdout),
    )
    const { tests: cases } = parse(readFileSync(tests, 'utf8')) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[]
    }
    const expected = cases.flatMap((one) => one.alert_rule_test).filter((one) => one.exp_alerts.length > 0)
    assert.deepEqual(
      expected.map(({ alertname }) => alertname),
      rules.map(({ alert }) => alert),
    )
  })

  test('have a runbook each, and no runbook is without one', () => {
    const page = readFileSync(path.join(root, 'docs/operate/alarms.md'), 'utf8')
    const headings = [...page.matchAll(/^## (Lodgewire\w+)$/gm)].map(([, name]) => name)
    assert.deepEqual(
      headings,
      rules.map(({ alert }) => alert),
    )
    for (const { alert, annotations } of rules)
      assert.equal(annotations.runbook_url, `/docs/operate/alarms#${alert.toLowerCase()}`)
  })

  test('and the dashboard have expressions that Prometheus reads, of figures that there are', async () => {
    const { panels } = JSON.parse(readFileSync(path.join(root, 'deploy/grafana/lodgewire.json'), 'utf8')) as {
      panels: { targets: { expr: string }[] }[]
    }
    const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    const { folder: temporary, remove } = testFolder()
    try {
      const file = path.join(temporary, 'rules.yml')
      const recorded = expressions.map((expr, index) => ({ record: `panel_${index}`, expr }))
      writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules: recorded }] }))
      await run('promtool', ['check', 'rules', file])
    } finally {
      remove()
    }
    const page = readFileSync(path.join(root, 'docs/operate/operations.md'), 'utf8')
    const all = [...expressions, ...rules.map(({ expr }) => expr)].join('\n')
    for (const name of namesOf(all)) assert.ok(page.includes(`\`${name.replace(/_bucket$/, '')}\``), name)
  })

  test('use every figure that is there for them', () => {
    const used = namesOf(rules.map(({ expr }) => expr).join('\n'))
    for (const { name } of conditionGauges) assert.ok(used.has(name), name)
  })
})

describe('a fault', { skip, concurrency: false }, () => {
  const place = testFolder()
  const undo: (() => unknown)[] = []
  let made: TestDatabase
  let database: Database
  let simulator: RunningSimulator
  let door: Awaited<ReturnType<typeof startDatabaseDoor>>
  let faulty: ServerProcess
  let certificate: Server
  let prometheus: { url: string; child: ChildProcess }
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
    prometheus = await startPrometheus()
  })
  after(async () => {
    prometheus?.child.kill('SIGKILL')
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

  async function startPrometheus(): Promise<typeof prometheus> {
    // A fault has to last for minutes at home; here it may be seconds.
    const quick = readFileSync(rulesFile, 'utf8')
      .replaceAll(/for: \d+m/g, 'for: 1s')
      .replaceAll('[5m]', '[8s]')
    const file = (name: string, text: string) => {
      writeFileSync(path.join(place.folder, name), text)
      return path.join(place.folder, name)
    }
    file('rules.yml', quick)
    const config = file(
      'prometheus.yml',
      JSON.stringify({
        global: { scrape_interval: '1s', evaluation_interval: '1s', scrape_timeout: '1s' },
        rule_files: ['rules.yml'],
        scrape_configs: [
          { job_name: 'lodgewire', static_configs: [{ targets: [`127.0.0.1:${metricsPort}`] }] },
        ],
      }),
    )
    const own = await freePort()
    const child = spawn(
      'prometheus',
      [
        `--config.file=${config}`,
        `--storage.tsdb.path=${path.join(place.folder, 'series')}`,
        `--web.listen-address=127.0.0.1:${own}`,
        '--query.lookback-delta=3s',
      ],
      { stdio: 'ignore' },
    )
    const url = `http://127.0.0.1:${own}`
    await until('Prometheus', () =>
      fetch(`${url}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    return { url, child }
  }

  async function firing(): Promise<Set<string>> {
    const answer = await fetch(`${prometheus.url}/api/v1/alerts`)
    const { data } = (await answer.json()) as {
      data: { alerts: { state: string; labels: { alertname: string } }[] }
    }
    return new Set(
      data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname),
    )
  }
  const fired = new Set<string>()
  const expectFiring = async (names: readonly string[]) => {
    await until(
      `alerts ${names.join(', ')}`,
      async () => {
        for (const name of await firing()) fired.add(name)
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
        const now = await firing()
        return names.every((name) => !now.has(name))
      },
      { withinMs: 40_000 },
    )
  const call = (method: string, url: string, body?: unknown) =>
    api<{ id: string }>({ baseUrl: `http://127.0.0.1:${port}` }, faulty.keys.liveKey, method, url, body)

  /** Makes what a night, an account and a webhook look like when they are in trouble. */
  async function makeTrouble(): Promise<void> {
    const connected = await call('POST', '/v1/connect/hostaway/credentials', {
      credentials: simulator.credentials,
    })
    assert.equal(connected.status, 200, JSON.stringify(connected.body))
    const hook = await call('POST', '/v1/webhooks', { url: simulator.url, events: ['*'] })
    assert.equal(hook.status, 201, JSON.stringify(hook.body))
    const listing = await call('POST', '/v1/listings', { name: 'Harbour loft' })
    const stays = await Promise.all(
      ['2031-05-01', '2031-05-03'].map((checkIn, index) =>
        call('POST', '/v1/reservations', {
          listingId: listing.body.id,
          checkIn,
          checkOut: `2031-05-0${2 + 2 * index}`,
          guest: { firstName: 'Ada', lastName: 'Byron' },
        }),
      ),
    )
    for (const { status, body } of stays) assert.equal(status, 201, JSON.stringify(body))
    const [first = '', second = ''] = stays.map(({ body }) => body.id).sort((a, b) => Number(a) - Number(b))
    await database.transaction(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`
        insert into stay_conflicts (workspace_id, stay_id, other_id, listing_id, since)
        select workspace_id, ${first}, ${second}, listing_id, now() from reservations where id = ${first}`.execute(
        tx,
      )
      await sql`
        insert into channel_nights (workspace_id, connection_id, external_id, date, available, units, min_nights, closed_to_arrival,
          closed_to_departure, stays, state, exposed_since, told_at, units_left)
        select workspace_id, id, '1', '2031-05-01', false, 1, 1, false, false, 1, 'confirmed', now() - interval '10 minutes', now(), 0
        from connections where not is_sandbox_id(workspace_id)`.execute(tx)
      // Two more accounts: one that refuses, one whose turns fail.
      await sql`
        insert into connections (workspace_id, id, provider, status, external_account_id, write_policy)
        select workspace_id, id + 1000 * k.n, 'guesty', k.status, 'other ' || k.n, write_policy
        from connections, (values (1, 'error'), (2, 'active')) k (n, status)
        where not is_sandbox_id(workspace_id)`.execute(tx)
      await sql`
        insert into sync_schedule (workspace_id, connection_id, failures)
        select workspace_id, id, 5 from connections where external_account_id = 'other 2'`.execute(tx)
      await sql`update webhooks set consecutive_exhausted = 1`.execute(tx)
      // No worker runs, and time has passed.
      await sql`update deliveries set next_attempt_at = next_attempt_at - interval '10 minutes'`.execute(tx)
      await sql`update sync_schedule set wake_at = wake_at - interval '10 minutes'`.execute(tx)
      await sql`
        insert into upstream_budgets (key, blocked_until) values ('test', now() + interval '5 hours')`.execute(
        tx,
      )
    })
  }

  async function mendTrouble(): Promise<void> {
    await sql`delete from stay_conflicts`.execute(database.kysely)
    await sql`delete from channel_nights`.execute(database.kysely)
    await sql`update connections set status = 'disconnected'`.execute(database.kysely)
    await sql`update webhooks set consecutive_exhausted = 0`.execute(database.kysely)
    await sql`delete from deliveries`.execute(database.kysely)
    await sql`update sync_schedule set wake_at = null`.execute(database.kysely)
    await sql`delete from upstream_budgets where key = 'test'`.execute(database.kysely)
  }

  const ofRows = [
    'LodgewireAccountRefused',
    'LodgewireAccountStale',
    'LodgewireDeliveryBacklog',
    'LodgewireDoubleSale',
    'LodgewireExposedNight',
    'LodgewireImportFailing',
    'LodgewireProviderQuota',
    'LodgewireSyncLate',
    'LodgewireWebhookFailing',
  ]
  const ofMachine = [
    'LodgewireCertificateEnding',
    'LodgewireClockWrong',
    ...(isRoot ? ['LodgewireDiskFilling'] : []),
    'LodgewireReplicaLeftOut',
  ]

  test('of accounts, nights, webhooks, workers and the machine fires its alert, and rests when it is mended', async () => {
    await makeTrouble()
    await expectFiring([...ofRows, ...ofMachine])
    await mendTrouble()
    await expectQuiet(ofRows)
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
    for (const name of namesOf(rules.map(({ expr }) => expr).join('\n'))) assert.ok(data.includes(name), name)
  })
})
