/** Upcoming stays whose money does not add up, page by page. */
import type { ReportIssue } from '../../contract/migration-report.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { upcomingMoney } from './report-queries.ts'
import { brokenRules, moneyRules } from './stay-money.ts'

const pageSize = 1000
const mostSamples = 10

export async function moneyIssues(db: Queryable, child: Scope, now: Date): Promise<ReportIssue[]> {
  const found = new Map<string, { count: number; samples: string[] }>()
  for (let after = '0'; ;) {
    const stays = await upcomingMoney(db, child, { now, after, limit: pageSize })
    for (const stay of stays) {
      for (const code of brokenRules(stay)) {
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
