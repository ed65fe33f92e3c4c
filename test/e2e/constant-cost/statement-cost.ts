/** Reads from plans what the statements of a GET touch, without a clock. */
import assert from 'node:assert/strict'
import type pg from 'pg'
import { isPrepared } from '../../../src/platform/prepared-statements.ts'
import type { TestApp } from '../../harness/app.ts'
import { statementsOf, type AskedStatement } from '../../harness/asked-statements.ts'

interface Plan {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  'Node Type': string
  Plans?: Plan[]
}
export interface Cost {
  rows: number
  blocks: number
  /** How often an index was descended. */
  descents: number
  /** Rows in all steps of the plans, including filtered ones. */
  handled: number
}

const removed = (node: Plan, by: 'Filter' | 'Join Filter') =>
  (node[`Rows Removed by ${by}`] ?? 0) * node['Actual Loops']

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

function costOf(plan: Plan): Cost {
  const scans = nodes(plan).filter(
    (node) => /Scan$/.test(node['Node Type']) && !/^(CTE|Subquery|Values|Function)/.test(node['Node Type']),
  )
  return {
    rows: scans.reduce(
      (sum, node) => sum + node['Actual Rows'] * node['Actual Loops'] + removed(node, 'Filter'),
      0,
    ),
    blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    descents: scans.reduce((sum, node) => sum + node['Actual Loops'], 0),
    handled: nodes(plan).reduce(
      (sum, node) =>
        sum +
        node['Actual Rows'] * node['Actual Loops'] +
        removed(node, 'Filter') +
        removed(node, 'Join Filter'),
      0,
    ),
  }
}

type Explained = { 'QUERY PLAN': [{ Plan: Plan }] }[]

const explain = 'explain (analyze, buffers, timing off, summary off, format json)'

async function custom(client: pg.PoolClient, { sql: text, parameters }: AskedStatement): Promise<Explained> {
  return (await client.query(`${explain} ${text}`, [...parameters])).rows
}

/** A statement planned once must be cheap by its generic plan too. */
async function generic(client: pg.PoolClient, { sql: text, parameters }: AskedStatement): Promise<Explained> {
  const values = parameters.map((value) => {
    const sent =
      value instanceof Date ? value.toISOString() : Array.isArray(value) ? `{${value.join(',')}}` : value
    return sent === null || sent === undefined ? 'null' : client.escapeLiteral(String(sent))
  })
  await client.query(`set local plan_cache_mode = force_generic_plan; prepare planned_once as ${text}`)
  const { rows } = await client.query(`${explain} execute planned_once(${values.join(', ')})`)
  await client.query('deallocate planned_once')
  return rows
}

/** EXPLAIN ANALYZE runs the statement, so its writes are rolled back. */
async function explained(client: pg.PoolClient, query: AskedStatement): Promise<Explained> {
  await client.query('begin')
  try {
    return await (isPrepared(query.sql) ? generic(client, query) : custom(client, query))
  } finally {
    await client.query('rollback')
  }
}

/** Sums what the reading statements of some work touch, including those that write what they find. */
export async function costDuring(
  { services: { pool } }: TestApp,
  work: () => Promise<unknown>,
): Promise<Cost> {
  const total: Cost = { rows: 0, blocks: 0, descents: 0, handled: 0 }
  const seen = await statementsOf(async () => void (await work()))
  const client = await pool.connect()
  try {
    for (const query of seen.filter(({ sql: text }) => /^\s*(select|with|update|delete)/i.test(text))) {
      const rows = await explained(client, query)
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      if (!plan) throw new Error(`no plan of ${query.sql}`)
      const cost = costOf(plan)
      for (const name of ['rows', 'blocks', 'descents', 'handled'] as const) total[name] += cost[name]
    }
  } finally {
    // After a failed statement the connection's state is unknown.
    client.release(true)
  }
  return total
}

export const costAt = (app: TestApp, key: string, path: string): Promise<Cost> =>
  costDuring(app, async () => {
    const { status, body } = await app.get(path, { key })
    assert.equal(status, 200, JSON.stringify(body))
  })
