/**
 * What a statement of a migration does to tables that servers use meanwhile. Locks are those of PostgreSQL 18's
 * documentation (Explicit Locking, ALTER TABLE, CREATE INDEX).
 */
import type { PlannedEffect } from '../../src/platform/migrations/migration-plan.ts'
import type { MigrationStatement, SqlNode } from './parse-migration.ts'

interface StatementEffect extends PlannedEffect {
  /** Why a busy server suffers, and what to write instead. */
  danger?: string
  /** The version before may use what is taken away. */
  takesAway?: true
}

type Effects = readonly StatementEffect[]
type Reader = (body: SqlNode) => Effects

const nameOf = (node: unknown): string => String((node as SqlNode | undefined)?.['relname'] ?? '')
const only = (node: unknown): [string, SqlNode] =>
  (Object.entries(node as object)[0] ?? ['', {}]) as [string, SqlNode]
const listOf = (node: unknown): SqlNode[] => (node ?? []) as SqlNode[]

const brief = (table: string): StatementEffect => ({ table, lock: 'access exclusive', work: 'none' })
const takesAway = (table: string): StatementEffect => ({ ...brief(table), takesAway: true })
const rewrites = (table: string, danger: string): StatementEffect => ({
  ...{ table, lock: 'access exclusive', work: 'write', danger },
})

const instead = {
  column:
    'Nobody reads or writes while all rows are written anew. Add a nullable column or one with a constant.',
  type: 'Nobody reads or writes while all rows are written anew. Add a column, fill it in batches, and use it.',
  check:
    'Nobody reads or writes while all rows are looked at. Add it `not valid`, and validate it in a later migration.',
  foreignKey:
    'Nobody writes to either table while all rows are looked at. Add it `not valid`, and validate it in a later migration.',
  unique:
    'Nobody reads or writes while its index is built. Build it with `create unique index concurrently`, then add it `using index`.',
  notNull:
    'Nobody reads or writes while all rows are looked at. Add `check (… is not null) not valid`, and validate it in a later migration.',
  index: 'Nobody writes while it is built. Write `create index concurrently`, alone in its file.',
  all: 'Every row is written in one transaction, which nothing else can clean up behind. Let a worker do it in batches.',
  whole: 'Nobody reads or writes meanwhile, however long it takes.',
} as const

/** Each column of a new version that old rows are given by a function is computed for every row. */
const steadyFunctions = ['now', 'current_timestamp', 'transaction_timestamp']

function effectsOfColumn(table: string, cmd: SqlNode): Effects {
  const [, column] = only(cmd['def'])
  const constraints = listOf(column['constraints']).map((node) => only(node)[1])
  const defaults = constraints.find(({ contype }) => contype === 'CONSTR_DEFAULT')
  const isRequired = constraints.some(({ contype }) => contype === 'CONSTR_NOTNULL')
  const others = constraints.flatMap((constraint) => effectsOfConstraint(table, constraint))
  if (isRequired && !defaults) return [rewrites(table, instead.column), ...others]
  const [kind, call] = only(defaults?.['raw_expr'] ?? { none: {} })
  const [name] = listOf(call['funcname']).map((part) => String(only(part)[1]['sval']))
  const isVolatile = kind === 'FuncCall' && !steadyFunctions.includes(name ?? '')
  const isComputed = constraints.some(({ contype }) =>
    ['CONSTR_GENERATED', 'CONSTR_IDENTITY'].includes(String(contype)),
  )
  return [isVolatile || isComputed ? rewrites(table, instead.column) : brief(table), ...others]
}

function effectsOfConstraint(table: string, constraint: SqlNode): Effects {
  const isLater = constraint['skip_validation'] === true
  const reading = (danger: string): StatementEffect =>
    isLater ? brief(table) : { ...brief(table), work: 'read', danger }
  switch (constraint['contype']) {
    case 'CONSTR_CHECK':
      return [reading(instead.check)]
    case 'CONSTR_FOREIGN': {
      const both = [table, nameOf(constraint['pktable'])]
      return both.map((name) => ({
        ...reading(instead.foreignKey),
        table: name,
        lock: 'share row exclusive',
      }))
    }
    case 'CONSTR_UNIQUE':
    case 'CONSTR_PRIMARY':
    case 'CONSTR_EXCLUSION':
      return constraint['indexname'] === undefined
        ? [{ ...brief(table), work: 'read', danger: instead.unique }]
        : [brief(table)]
    default:
      return []
  }
}

const ofAlteration: Readonly<Record<string, (table: string, cmd: SqlNode) => Effects>> = {
  AT_AddColumn: effectsOfColumn,
  AT_AddConstraint: (table, cmd) => effectsOfConstraint(table, only(cmd['def'])[1]),
  AT_ValidateConstraint: (table) => [{ table, lock: 'share update exclusive', work: 'read' }],
  AT_SetNotNull: (table) => [{ ...brief(table), work: 'read', danger: instead.notNull }],
  AT_AlterColumnType: (table) => [rewrites(table, instead.type)],
  AT_SetLogged: (table) => [rewrites(table, instead.whole)],
  AT_SetUnLogged: (table) => [rewrites(table, instead.whole)],
  AT_SetTableSpace: (table) => [rewrites(table, instead.whole)],
  AT_DropColumn: (table) => [takesAway(table)],
  AT_DropConstraint: (table) => [brief(table)],
}

const dropped: Readonly<Record<string, (name: string, parts: readonly string[]) => Effects>> = {
  OBJECT_TABLE: (name) => [takesAway(name)],
  OBJECT_VIEW: (name) => [takesAway(name)],
  OBJECT_FUNCTION: (name) => [takesAway(name)],
  OBJECT_TYPE: (name) => [takesAway(name)],
  OBJECT_INDEX: (name) => [brief(name)],
  // The table stands before the name of the trigger.
  OBJECT_TRIGGER: (_name, parts) => [brief(parts.at(-2) ?? '')],
}

function namesDropped(object: SqlNode): string[] {
  const [kind, body] = only(object)
  const parts = kind === 'List' ? body['items'] : (body['objname'] ?? body['names'])
  return listOf(parts).map((part) => String(only(part)[1]['sval'] ?? ''))
}

const wholeTable = (body: SqlNode): Effects => [rewrites(nameOf(body['relation']), instead.whole)]
const written = (body: SqlNode): Effects => {
  const table = nameOf(body['relation'])
  const isAll = body['whereClause'] === undefined
  return [
    { table, lock: 'row exclusive', ...(isAll ? { work: 'write', danger: instead.all } : { work: 'read' }) },
  ]
}

const readers: Readonly<Record<string, Reader>> = {
  AlterTableStmt: (body) =>
    listOf(body['cmds']).flatMap((node) => {
      const [, cmd] = only(node)
      const table = nameOf(body['relation'])
      return ofAlteration[String(cmd['subtype'])]?.(table, cmd) ?? [brief(table)]
    }),
  CreateStmt: (body) => {
    const constraints = listOf(body['tableElts']).flatMap((node) => {
      const [kind, element] = only(node)
      return kind === 'ColumnDef'
        ? listOf(element['constraints']).map((constraint) => only(constraint)[1])
        : [element]
    })
    // A new table has no rows to look at, so only the table that it refers to is locked, and briefly.
    return constraints
      .filter(({ contype }) => contype === 'CONSTR_FOREIGN')
      .map(({ pktable }) => ({ table: nameOf(pktable), lock: 'share row exclusive', work: 'none' }))
  },
  IndexStmt: (body) => {
    const table = nameOf(body['relation'])
    return body['concurrent'] === true
      ? [{ table, lock: 'share update exclusive', work: 'read' }]
      : [{ table, lock: 'share', work: 'read', danger: instead.index }]
  },
  CreateTrigStmt: (body) => [{ table: nameOf(body['relation']), lock: 'share row exclusive', work: 'none' }],
  DropStmt: (body) =>
    listOf(body['objects']).flatMap((object) => {
      const parts = namesDropped(object)
      const name = parts.at(-1) ?? ''
      const effects = dropped[String(body['removeType'])]?.(name, parts) ?? [takesAway(name)]
      return body['concurrent'] === true
        ? effects.map((effect) => ({ ...effect, lock: 'share update exclusive' as const }))
        : effects
    }),
  RenameStmt: (body) => [
    body['renameType'] === 'OBJECT_INDEX'
      ? brief(nameOf(body['relation']))
      : takesAway(nameOf(body['relation'])),
  ],
  UpdateStmt: written,
  DeleteStmt: written,
  LockStmt: (body) =>
    listOf(body['relations']).map((node) => ({ ...brief(nameOf(only(node)[1])), danger: instead.whole })),
  TruncateStmt: (body) => listOf(body['relations']).map((node) => takesAway(nameOf(only(node)[1]))),
  ClusterStmt: wholeTable,
  ReindexStmt: wholeTable,
  RefreshMatViewStmt: wholeTable,
  VacuumStmt: (body) =>
    listOf(body['rels']).map((node) => rewrites(nameOf(only(node)[1]['relation']), instead.whole)),
}

export const effectsOf = ({ kind, body }: MigrationStatement): Effects => readers[kind]?.(body) ?? []

/** Returns the table that a statement makes, or null. */
export const tableMade = ({ kind, body }: MigrationStatement): string | null =>
  kind === 'CreateStmt' ? nameOf(body['relation']) : null
