/**
 * Which tenant tables a statement reads without saying whose rows are meant, as its plan has it: the planner derives that two
 * tables are of one workspace from whatever way the statement says it.
 */
import pg from 'pg'

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Alias?: string
  Plans?: PlanNode[]
  [property: string]: unknown
}

const conditions = [
  'Index Cond',
  'Recheck Cond',
  'Filter',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
  'TID Cond',
]
const scanned = /Scan$/

const textOf = (node: PlanNode): string => conditions.map((name) => String(node[name] ?? '')).join(' ')

/** With the subquery it is a part of. */
function* nodesOf(node: PlanNode, within = ''): Generator<{ node: PlanNode; within: string }> {
  const here = String(node['Subplan Name'] ?? within)
  yield { node, within: here }
  for (const child of node.Plans ?? []) yield* nodesOf(child, here)
}

/** An index of the bitmap kind stands below the table it is of. */
const ownConditions = (node: PlanNode): string =>
  [...nodesOf(node)]
    .map((one) => one.node)
    .filter((one) => one === node || one['Node Type'].startsWith('Bitmap'))
    .map(textOf)
    .join(' ')

const isOfWorkspace = /\bworkspace_id\)? = /
/** Of the workspaces themselves: one, those it made, or its sandbox. */
const isOneWorkspace = /\b(?:id|parent_id|sandbox_of)\)? = /

export async function openPlanner(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // Tables are empty here, and of those the planner would rather read all rows.
  await client.query('set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off')
  const { rows } = await client.query<{ name: string; of: string }>(`
    select c.relname as name, coalesce(p.relname, c.relname) as of
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`)
  const tableOf = new Map(rows.map(({ name, of }) => [name, of]))
  return {
    /** Tenant tables that are read of all workspaces, and the workspaces if they are gone through. What has no plan reads none. */
    async crossed(text: string, isTenant: (table: string) => boolean): Promise<string[]> {
      if (!/^\s*(?:--.*\n\s*)*(?:select|insert|update|delete|with|merge)\b/i.test(text)) return []
      const plan = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (generic_plan, format json) ${text}`,
      )
      const root = plan.rows[0]?.['QUERY PLAN'][0].Plan
      if (!root) return []
      const all = [...nodesOf(root)]
      const joins = all
        .map(({ node }) => node)
        .filter((node) => !scanned.test(node['Node Type']))
        .map(textOf)
        .join(' ')
      const everything = all.map(({ node }) => textOf(node)).join(' ')
      return all.flatMap(({ node, within }) => {
        const table = node['Relation Name'] && tableOf.get(node['Relation Name'])
        if (!table || !scanned.test(node['Node Type'])) return []
        if (table === 'workspaces') return isOneWorkspace.test(ownConditions(node)) ? [] : [table]
        if (!isTenant(table)) return []
        if (isOfWorkspace.test(ownConditions(node))) return []
        const alias = node.Alias ?? table
        const isJoined = new RegExp(
          `\\b${alias}\\.workspace_id\\b[^)]* = |= [^(]*\\b${alias}\\.workspace_id\\b`,
        ).test(joins)
        // A subquery that is looked up by the workspace of who asks it.
        const isLookedUp = within !== '' && everything.includes(`workspace_id = (hashed ${within}).`)
        return isJoined || isLookedUp ? [] : [table]
      })
    },
    close: () => client.end(),
  }
}
