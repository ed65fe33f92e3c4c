/** Converts lines to rows of our tables. Pure. */
import { defaultWritePolicy } from '../../../connector-kit/capabilities.ts'
import type { RecordType } from '../../../contract/export-file/index.ts'
import type { TenantTable } from '../../../platform/tenant-tables.ts'
import { feedProvider } from '../../../records/calendar/public.ts'
import type { Services } from '../../../services.ts'
import { columnOf, tables } from '../export/tables.ts'
import type { RecordLine } from './check-line.ts'
import { importProblem, type LinePosition } from './problem.ts'
import { resolveLine, replaceIds, type IdMap } from './references.ts'

type ColumnValues = Record<string, unknown>

interface PreparedRow {
  at: LinePosition
  values: ColumnValues
}

export interface PreparedRows {
  table: TenantTable
  rows: PreparedRow[]
}

export interface ImportContext {
  connectors: Services['connectors']
  now: Date
  ours: IdMap
}

/** Columns that the file lacks or stores differently. */
const made: Partial<Record<RecordType, (line: RecordLine, filling: ImportContext) => ColumnValues>> = {
  connection: (line, { connectors, now }) => {
    const provider = String(line.fields['provider'])
    if (provider === feedProvider) return accountOfFeeds(line)
    const connector = Object.hasOwn(connectors, provider) ? connectors[provider] : undefined
    if (!connector) {
      const known = Object.keys(connectors).toSorted()
      const message = `\`provider\` must be one of: ${known.join(', ')}.`
      throw importProblem(line, {
        field: 'provider',
        message,
        value: provider,
        extra: { valid_values: known },
      })
    }
    return {
      status: 'disconnected',
      disconnected_at: now,
      updated_at: line.fields['createdAt'],
      write_policy: defaultWritePolicy(connector.manifest),
    }
  },
  reservation_change: ({ fields }, { ours }) => ({
    origin: 'import',
    previous: replaceIds(fields['previous'] as ColumnValues, ours),
  }),
}

/** Stays of calendar feeds belong to an account that is never connected, so never disconnected either. */
function accountOfFeeds(line: RecordLine): ColumnValues {
  const name = line.fields['externalAccountId']
  if (name !== feedProvider) {
    const message = `\`externalAccountId\` must be ${feedProvider}, as \`provider\` is.`
    throw importProblem(line, { field: 'externalAccountId', message, value: name })
  }
  return { status: 'active', disconnected_at: null, updated_at: line.fields['createdAt'], write_policy: {} }
}

/** A stay unknown to the calendar stays so until it is read again. */
const madeWithin: Record<string, (row: ColumnValues) => ColumnValues> = {
  nightChanges: ({ counted, ...row }) => ({ ...row, taken: counted ? null : 0, changed: 0 }),
}

const named = (values: ColumnValues, columns?: Record<string, string>): ColumnValues =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [columnOf(field, columns), value]))

export interface PreparedLine {
  /** Rows by table, in insertion order. */
  tables: PreparedRows[]
  later: { type: RecordType; fileId: string; later: ColumnValues }[]
}

/** Lines of one type. */
export function prepareLine(
  type: RecordType,
  lines: readonly RecordLine[],
  filling: ImportContext,
): PreparedLine {
  const { table, columns, fixed = {}, within = {} } = tables[type]
  const isNumbered = tables[type].key.length === 1
  const own: PreparedRow[] = []
  const inner = new Map(Object.keys(within).map((name) => [name, [] as PreparedRow[]]))
  const later: PreparedLine['later'] = []
  for (const line of lines) {
    const found = resolveLine(line, filling.ours)
    const id = isNumbered ? filling.ours({ type, id: line.id }) : undefined
    const values = { ...named(found.own, columns), ...fixed, ...made[type]?.(line, filling) }
    own.push({ at: line, values: id === undefined ? values : { id, ...values } })
    if (Object.keys(found.later).length > 0)
      later.push({ type, fileId: line.id, later: named(found.later, columns) })
    for (const [name, rows] of Object.entries(found.within)) {
      const of = within[name]?.of ?? ''
      const stored = madeWithin[name] ?? ((row: ColumnValues) => row)
      inner.get(name)?.push(...rows.map((row) => ({ at: line, values: { [of]: id, ...named(stored(row)) } })))
    }
  }
  const others = [...inner].map(([name, rows]) => ({ table: within[name]?.table ?? table, rows }))
  return { tables: [{ table, rows: own }, ...others], later }
}
