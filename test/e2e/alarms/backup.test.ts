/** The alert of backups: the disk of the store is away, so the schedule of a real server fails, and it rests once a backup is there. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { OperatorStatus } from '../../../src/contract/operator-status.ts'
import { testFolder } from '../../harness/folder.ts'
import { runScript } from '../../harness/child.ts'
import { freePort } from '../../harness/free-port.ts'
import { api, startServerProcess, type ServerProcess } from '../../harness/server-process.ts'
import { until } from '../../harness/until.ts'
import { conditionsOfDoctor } from './doctor.ts'
import { startPrometheus, type RunningPrometheus } from './prometheus.ts'
import { alertOfBackups as alert, metricsIn, rules, skip } from './rules.ts'

const operatorKey = 'q7Zr0Tn4Vb8Xc2Lm6Kp1Jh5Gf9Ds3Aw5'

describe('a server that makes backups', { skip, concurrency: false }, () => {
  const place = testFolder()
  const data = path.join(place.folder, 'data')
  const store = path.join(place.folder, 'disk')
  const settings = { BACKUP_TO: store, BACKUP_AT: '03:15' }
  let server: ServerProcess
  let prometheus: RunningPrometheus
  before(async () => {
    const metricsPort = await freePort()
    server = await startServerProcess(data, {
      ...{ ...settings, METRICS_PORT: String(metricsPort), OPERATOR_API_KEY: operatorKey },
    })
    prometheus = await startPrometheus(place.folder, metricsPort)
  })
  after(async () => {
    prometheus?.stop()
    await server?.stop()
    place.remove()
  })

  const statusPart = async () => {
    const { body } = await api<OperatorStatus>(server, operatorKey, 'GET', '/v1/operator/status')
    return body.parts.find(({ name }) => name === 'backup')
  }
  const doctor = async () => {
    const command = runScript('src/cli.ts', ['doctor'], { env: { ...settings, DATA_DIR: data } })
    await command.ended
    return command.out()
  }

  test('fires the alert while the disk of its store is away, and rests after a backup', async () => {
    await until('the log of the failure', () =>
      /the backup failed: .*disk is not there/.test(server.output()),
    )
    await until('the alert', async () => (await prometheus.firing()).has(alert))
    const before = await conditionsOfDoctor({ ...settings, DATA_DIR: data })
    assert.ok(before.found.has(alert), before.messages.join('\n'))
    assert.match(await doctor(), /warn +backups +the last one failed at .*disk is not there/)
    assert.equal((await statusPart())?.state, 'warning')

    mkdirSync(store)
    const backup = runScript('src/cli.ts', ['backup'], { env: { ...settings, DATA_DIR: data } })
    assert.equal(await backup.ended, 0, backup.err())
    await until('no alert', async () => !(await prometheus.firing()).has(alert))
    assert.ok(!(await conditionsOfDoctor({ ...settings, DATA_DIR: data })).found.has(alert))
    assert.match(await doctor(), /ok +backups +the last one, lodgewire-/)
    await until('the status', async () => (await statusPart())?.state === 'ok')
    const seen = await fetch(`${prometheus.url}/api/v1/label/__name__/values`)
    const names = ((await seen.json()) as { data: string[] }).data
    for (const name of metricsIn(rules.find((one) => one.alert === alert)?.expr ?? ''))
      assert.ok(names.includes(name))
    const { backup: name } = JSON.parse(readFileSync(path.join(data, 'last-backup.json'), 'utf8')) as {
      backup: string
    }
    assert.ok(existsSync(path.join(store, `${name}.json`)))
  })
})
