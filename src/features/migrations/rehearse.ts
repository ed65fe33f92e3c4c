/** Simulates a cutover: no vendor is called, and only the rehearsal's result is stored. */
import type { Rehearsal, RehearsalBody } from '../../contract/rehearsal.ts'
import { writeOnce } from '../../http/write-once.ts'
import type { Scope } from '../../platform/tenant.ts'
import type { RouteWriteContext } from '../route.ts'
import { compareWithSource } from './check.ts'
import { stateOfRows } from './map.ts'
import { unknownMigration } from './migrations.ts'
import { lockMigration, sourceRows } from './queries.ts'
import { upsertRehearsal, storedRehearsal, usedChannels } from './rehearsal-queries.ts'
import { scoreRehearsal, type RehearsalFacts } from './rehearsal-score.ts'
import { buildReport } from './report.ts'
import { migrationStateAfter } from './state.ts'

export const rehearse = (
  context: RouteWriteContext,
  workspaceId: string,
  { reservations }: RehearsalBody,
): Promise<Rehearsal> =>
  writeOnce(context, async (tx) => {
    const { scope } = context
    const services = { ...context.services, db: tx }
    // Rehearsals run one after another, so that each is compared with the previous one.
    const row = await lockMigration(tx, scope, workspaceId)
    if (!row) throw unknownMigration(workspaceId)
    const child: Scope = { workspaceId: row.id }
    const sources = await sourceRows(tx, scope, [row.id])
    const state = stateOfRows(row, sources)
    migrationStateAfter(state, 'rehearse')
    const now = services.clock.now()
    const { data: report } = await buildReport(services, scope, row.id)
    const errors = report.issues.filter(
      ({ severity, code }) => severity === 'error' && code !== 'import_not_complete',
    )
    const facts: RehearsalFacts = {
      state,
      accounts: {
        total: sources.filter(({ status }) => status !== 'disconnected').length,
        active: sources.filter(({ status }) => status === 'active').length,
      },
      errors: {
        count: errors.reduce((sum, { count }) => sum + count, 0),
        codes: [...new Set(errors.map(({ code }) => code))],
        sampleIds: errors.flatMap(({ sampleIds }) => sampleIds),
      },
      comparison: reservations ? await compareWithSource(services, child, reservations, now) : null,
      channels: await usedChannels(tx, scope, child, now),
    }
    const before = await storedRehearsal(tx, child)
    const { go, score, items } = scoreRehearsal(facts, before?.items ?? null)
    const kept = items.map(({ code, status, count }) => ({ code, status, count }))
    await upsertRehearsal(tx, child, { rehearsed_at: now, go, score, items: kept })
    const changed = (change: 'better' | 'worse') =>
      items.filter((item) => item.change === change).map(({ code }) => code)
    return {
      data: {
        workspaceId: row.id,
        rehearsedAt: now.toISOString(),
        go,
        score,
        items,
        previous: before
          ? { rehearsedAt: before.rehearsed_at.toISOString(), go: before.go, score: before.score }
          : null,
        better: changed('better'),
        worse: changed('worse'),
      },
    }
  })
