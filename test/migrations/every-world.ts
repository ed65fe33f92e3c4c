/** An account of every system that can be left, each moved into a workspace of its own. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import type { MigrationReport } from '../../src/contract/migration-report.ts'
import { connectors } from '../../src/connectors/index.ts'
import { startSync } from '../../src/features/sync/turn/scheduler.ts'
import { startTestApp, usualNow, type TestApp } from '../harness/app.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { unlimited } from '../sync/world.ts'

export const systems = Object.values(connectors).filter(({ manifest }) => manifest.category === 'pms')

/** Each is imported beside the others, on a machine that may be busy. */
const longestImportMs = 30_000

export interface EveryWorld {
  app: TestApp
  simulator(vendor: string): RunningSimulator
  workspace(vendor: string): string
  /** What its clock passes by, a worker reads whatever is due by then. */
  read(passMs?: number): Promise<void>
  begin(name: string): Promise<{ sessionId: string; workspaceId: string }>
  get<T>(vendor: string, path?: string): Promise<T>
  report(vendor: string): Promise<MigrationReport['data']>
  close(): Promise<void>
}

/** Everything was imported. */
export async function startEveryWorld(): Promise<EveryWorld> {
  const options = { listings: 2, reservations: 16, seed: 5, rateLimit: 'off', now: usualNow } as const
  const simulators = new Map<string, RunningSimulator>()
  for (const { manifest } of systems) simulators.set(manifest.id, await startSimulator(manifest.id, options))
  const app = await startTestApp({
    now: usualNow,
    env: {
      ...Object.assign({}, ...[...simulators.values()].map(({ partner }) => partner)),
      VENDOR_BASE_URLS: [...simulators].map(([vendor, { url }]) => `${vendor}=${url}`).join(','),
    },
  })
  const workspaces = new Map<string, string>()
  const of = <T>(map: ReadonlyMap<string, T>, vendor: string) => map.get(vendor) ?? assert.fail(vendor)
  const begin: EveryWorld['begin'] = async (name) => {
    const redirectUrl = 'https://app.example.com/moved'
    const answer = await app.post('/v1/connect', { purpose: 'migrate', redirectUrl, workspace: { name } })
    assert.equal(answer.status, 201, answer.text)
    return answer.body as unknown as { sessionId: string; workspaceId: string }
  }
  for (const [vendor, { credentials }] of simulators) {
    const { sessionId, workspaceId } = await begin(vendor)
    workspaces.set(vendor, workspaceId)
    const url = `/v1/connect/${vendor}/credentials`
    const answer = await app.post(url, { sessionId, credentials }, { key: null })
    assert.equal(answer.status, 200, answer.text)
  }
  const world: EveryWorld = {
    app,
    simulator: (vendor) => of(simulators, vendor),
    workspace: (vendor) => of(workspaces, vendor),
    async read(passMs = 0) {
      for (const { clock } of simulators.values()) clock.advanceSeconds(passMs / 1000)
      app.clock.advance(passMs)
      const worker = await startSync(app.services, { budget: unlimited, askEveryMs, random: () => 0 })
      try {
        await until(
          'the sync engine to come to rest',
          async () => {
            const { rows } = await sql`
              select from sync_schedule where wake_at <= ${app.clock.now()} or holder is not null limit 1`.execute(
              app.db,
            )
            return rows.length === 0
          },
          { withinMs: systems.length * longestImportMs },
        )
      } finally {
        await worker.stop()
      }
    },
    begin,
    async get<T>(vendor: string, path = '') {
      const answer = await app.get(`/v1/migrations/${of(workspaces, vendor)}${path}`)
      assert.equal(answer.status, 200, answer.text)
      return answer.body['data'] as unknown as T
    },
    report: (vendor) => world.get<MigrationReport['data']>(vendor, '/report'),
    async close() {
      await app.close()
      await Promise.all([...simulators.values()].map((simulator) => simulator.close()))
    },
  }
  try {
    await world.read()
  } catch (error) {
    await world.close()
    throw error
  }
  return world
}
