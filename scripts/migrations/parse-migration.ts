/** Reads the statements of a migration with PostgreSQL's own parser. */
import { parse } from 'libpg-query'

/** A node of the parser's tree: one member that names its kind. */
export type SqlNode = Record<string, unknown>

export interface MigrationStatement {
  /** The statement on one line, without comments. */
  text: string
  /** The kind that the parser gives it, like `AlterTableStmt`. */
  kind: string
  body: SqlNode
}

interface ParsedSql {
  stmts?: { stmt: Record<string, SqlNode>; stmt_location?: number; stmt_len?: number }[]
}

export async function parseMigration(sql: string): Promise<MigrationStatement[]> {
  // The parser counts in bytes.
  const bytes = Buffer.from(sql)
  // Its types name every kind of node; the tree is read by names here.
  const { stmts = [] } = (await parse(sql)) as unknown as ParsedSql
  return stmts.flatMap(({ stmt, stmt_location: start = 0, stmt_len: length }) => {
    const [entry] = Object.entries(stmt)
    if (!entry) return []
    const text = bytes.subarray(start, length === undefined ? undefined : start + length).toString()
    return [{ text: onOneLine(text), kind: entry[0], body: entry[1] }]
  })
}

const onOneLine = (text: string): string =>
  text
    .replace(/^\s*--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
