/** Everything a person must decide before the cutover, from stored data; no vendor is called. */
import type { MigrationReport, ReportCount, ReportIssue } from '../../contract/migration-report.ts'
import { migrationScope } from '../../contract/connect-request.ts'
import type { Scope, Queryable } from '../../platform/tenant.ts'
import type { Services } from '../../services.ts'
import { limitStays } from '../../upstream/import-scope.ts'
import { servicesIn } from '../../upstream/sandbox-vendor/public.ts'
import { findConnector, migrationCapabilities } from '../accounts/public.ts'
import { importStateOf } from './map.ts'
import { findMigration } from './migrations.ts'
import { sourceRows, type MigrationSourceRow } from './queries.ts'
import { checks } from './report-checks-sql.ts'
import { findings, upcomingMoney } from './report-queries.ts'
import { describeCounts, compareSourceCounts } from './source-counts.ts'
import { listBrokenRules, moneyRules } from './stay-money.ts'

/** Upcoming stays are checked for their money page by page. */
const pageSize = 1000
const mostSamples = 10

async function moneyIssues(db: Queryable, child: Scope, now: Date): Promise<ReportIssue[]> {
  const found = new Map<string, { count: number; samples: string[] }>()
  for (let after = '0'; ;) {
    const stays = await upcomingMoney(db, child, { now, after, limit: pageSize })
    for (const stay of stays) {
      for (const code of listBrokenRules(stay)) {
        const { count, samples } = found.get(code) ?? { count: 0, samples: [] }
        if (count < mostSamples) samples.push(stay.id)
        found.set(code, { count: count + 1, samples })
      }
    }
    const last = stays.at(-1)
    if (!last || stays.length < pageSize) break
    after = last.id
  }
  return moneyRules.flatMap(({ code, message }): ReportIssue[] => {
    const { count, samples } = found.get(code) ?? { count: 0, samples: [] }
    if (count === 0) return []
    return [{ severity: 'warning', entity: 'reservations', code, message, count, sampleIds: samples }]
  })
}

type TargetCapabilities = MigrationReport['data']['capabilities']

const order: Record<ReportIssue['severity'], number> = { error: 0, warning: 1, info: 2 }

export async function buildReport(
  services: Services,
  scope: Scope,
  workspaceId: string,
): Promise<MigrationReport> {
  const { db, clock } = services
  const row = await findMigration(db, scope, workspaceId)
  const sources = await sourceRows(db, scope, [row.id])
  const child: Scope = { workspaceId: row.id }
  const now = clock.now()
  const known = servicesIn(services, child)
  const capabilities = Object.fromEntries(
    sources.map(({ provider }) => [provider, migrationCapabilities(findConnector(known, provider))]),
  )
  const counts = await compareSourceCounts(db, child, (provider) => findConnector(known, provider))
  const found: ReportIssue[] = []
  for (const { code, severity, entity, message, ids } of checks) {
    const { count, samples } = await findings(db, ids(child, now))
    if (count > 0) found.push({ severity, entity, code, message, count, sampleIds: samples ?? [] })
  }
  found.push(...(await moneyIssues(db, child, now)))
  const issues = [
    ...importIssues(importStateOf(row, sources)),
    ...countIssues(counts),
    ...found,
    ...uncarried(capabilities),
    ...leftOut(sources),
  ].toSorted((a, b) => order[a.severity] - order[b.severity])
  return {
    data: {
      workspaceId: row.id,
      generatedAt: now.toISOString(),
      clean: !issues.some(({ severity }) => severity === 'error'),
      capabilities,
      counts,
      issues,
    },
  }
}

const about = { count: 1, sampleIds: [] }

function importIssues(state: ReturnType<typeof importStateOf>): ReportIssue[] {
  if (!['awaiting_connection', 'importing', 'failed'].includes(state)) return []
  const message = `The import is not complete: it is ${state}.`
  return [{ severity: 'error', entity: 'migration', code: 'import_not_complete', message, ...about }]
}

/** Kinds the old system lacks are reported by `source_cannot_carry`. */
function countIssues(counts: readonly ReportCount[]): ReportIssue[] {
  return counts.flatMap((count): ReportIssue[] => {
    const { provider, entity, source, received, stored, result, reason, missing, missingIds } = count
    const what = describeCounts(entity)
    if (result === 'equal' || result === 'not_carried') return []
    if (result === 'not_comparable') {
      const message = `Whether all ${what} of ${provider} are here could not be compared: ${stored} are. ${reason ?? ''}`
      return [{ severity: 'error', entity, code: 'source_count_unknown', message: message.trim(), ...about }]
    }
    const came = entity === 'calendar' ? '' : ` ${received} came and`
    const message = `${provider} has ${source} ${what};${came} ${stored} are here. Ask for another import.`
    const found = { count: Math.max(1, missing ?? 1), sampleIds: [], sourceIds: missingIds }
    return [{ severity: 'error', entity, code: 'source_count_differs', message, ...found }]
  })
}

/** What each provider cannot hand over in full. */
function uncarried(capabilities: TargetCapabilities): ReportIssue[] {
  return Object.entries(capabilities).flatMap(([provider, { read }]) =>
    Object.entries(read)
      .filter(([, { level }]) => level !== 'full')
      .map(([entity, { level, notes }]): ReportIssue => ({
        severity: 'info',
        entity,
        code: 'source_cannot_carry',
        message: `From ${provider} ${level === 'none' ? 'nothing' : 'not everything'} of ${entity} can be taken over.${notes === '' ? '' : ` ${notes}`}`,
        ...about,
      })),
  )
}

/** Kinds outside the requested scope are no loss. */
function leftOut(sources: readonly Pick<MigrationSourceRow, 'provider' | 'import_scope'>[]): ReportIssue[] {
  return sources.flatMap(({ provider, import_scope: scope }) =>
    scope === null
      ? []
      : [...migrationScope, 'reviews']
          .filter((kind) => kind !== 'listings' && !scope.includes(kind) && !isReadFor(kind, scope))
          .map((entity): ReportIssue => ({
            severity: 'info',
            entity,
            code: 'left_out_of_scope',
            message: `Nothing of ${entity} is taken over from ${provider}: the scope of the session leaves it out.`,
            ...about,
          })),
  )
}

/** Guests and payments come with stays. */
const isReadFor = (kind: string, scope: readonly string[]) =>
  kind === 'reservations' && limitStays.some((one) => scope.includes(one))
