/** What the statements behind a GET touch, read from their plans, without a clock. */
import assert from 'node:assert/strict'
import { Kysely, PostgresDialect } from 'kysely'
import type { Database } from '../../../src/platform/schema.ts'
import type { Queryable } from '../../../src/platform/tenant.ts'
import type { TestApp } from '../../harness/app.ts'

interface Plan {
  'Actual Rows': number
  'Actual Loops': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  'Node Type': string
  Plans?: Plan[]
}
export interface Cost {
  rows: number
  blocks: number
  /** How often an index was gone down. */
  descents: number
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

function costOf(plan: Plan): Cost {
  const scans = nodes(plan).filter(
    (node) => /Scan$/.test(node['Node Type']) && !/^(CTE|Subquery|Values|Function)/.test(node['Node Type']),
  )
  return {
    rows: scans.reduce(
      (sum, node) =>
        sum +
        node['Actual Rows'] * node['Actual Loops'] +
        ((node as unknown as Record<string, number>)['Rows Removed by Filter'] ?? 0) * node['Actual Loops'],
      0,
    ),
    blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    descents: scans.reduce((sum, node) => sum + node['Actual Loops'], 0),
  }
}

export async function costAt(app: TestApp, key: string, path: string): Promise<Cost> {
  const seen: { sql: string; parameters: readonly unknown[] }[] = []
  const { db, pool } = app.services
  app.services.db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void seen.push(event.query),
  }) as Queryable
  try {
    const { status, body } = await app.get(path, { key })
    assert.equal(status, 200, JSON.stringify(body))
  } finally {
    app.services.db = db
  }
  const total: Cost = { rows: 0, blocks: 0, descents: 0 }
  for (const query of seen.filter(({ sql: text }) => /^\s*(select|with)/i.test(text))) {
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, buffers, timing off, summary off, format json) ${query.sql}`,
      [...query.parameters],
    )
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    if (!plan) throw new Error(`no plan of ${query.sql}`)
    const cost = costOf(plan)
    for (const name of ['rows', 'blocks', 'descents'] as const) total[name] += cost[name]
  }
  return total
}
