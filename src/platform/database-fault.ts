/**
 * Reads what PostgreSQL refused. A coordinator of Citus passes on a worker's message, but no names of tables and constraints, and after an insert
 * from a query the code XX000 for everything.
 */
import pg from 'pg'

export interface DatabaseFault {
  /** PostgreSQL's SQLSTATE. */
  code: string
  table: string | undefined
  constraint: string | undefined
  column: string | undefined
}

export const faultCodes = {
  notNullViolation: '23502',
  uniqueViolation: '23505',
  checkViolation: '23514',
  serializationFailure: '40001',
  deadlock: '40P01',
  insufficientPrivilege: '42501',
  diskFull: '53100',
  readOnlyTransaction: '25006',
  lockNotAvailable: '55P03',
} as const

/** Citus gives it to whatever fails on a worker in an insert from a query. */
const lostCode = 'XX000'

/** The messages come in the language of the worker's `lc_messages`; only English ones are read. */
const codesByText: readonly (readonly [RegExp, string])[] = [
  [/^duplicate key value violates unique constraint "/, faultCodes.uniqueViolation],
  [/^null value in column "/, faultCodes.notNullViolation],
  [/ violates foreign key constraint "/, '23503'],
  [/ violates check constraint "|^no partition of relation "/, faultCodes.checkViolation],
  [/^conflicting key value violates exclusion constraint "/, '23P01'],
  [/: No space left on device$/, faultCodes.diskFull],
  [/^cannot execute .+ in a read-only transaction$/, faultCodes.readOnlyTransaction],
  [/^could not serialize access /, faultCodes.serializationFailure],
  [/^deadlock detected$| in a distributed deadlock$/, faultCodes.deadlock],
  [/^canceling statement due to lock timeout$/, faultCodes.lockNotAvailable],
  [/^value too long for type /, '22001'],
  [/ out of range$|^numeric field overflow$/, '22003'],
  [/^invalid input syntax for type /, '22P02'],
  [/^index row size \d+ exceeds /, '54000'],
]

const connectionLost = '08006'
/** A worker that is lost while rows are copied to it gives an error of input and output, and later in a statement the lost code. */
const lostWhileCopying = /^failed to complete COPY on /
const lostInStatement =
  /(?:server closed the connection|SSL connection has been closed) unexpectedly|^failure on connection marked as essential/

/** Undefined for an error that does not come from the database. */
export function readDatabaseFault(error: unknown): DatabaseFault | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  const { message, table, constraint, column } = error
  return {
    code: codeOf(error),
    table: table ?? nameIn(message, /\b(?:relation|table) "([^"]+)"/),
    constraint: constraint ?? nameIn(message, /\bconstraint "([^"]+)"/),
    column: column ?? nameIn(message, /\bcolumn "([^"]+)"/),
  }
}

export const hasFaultCode = (error: unknown, ...codes: readonly string[]): boolean => {
  const fault = readDatabaseFault(error)
  return fault !== undefined && codes.includes(fault.code)
}

function codeOf({ code = '', message }: pg.DatabaseError): string {
  if (lostWhileCopying.test(message)) return connectionLost
  if (code !== lostCode) return code
  if (lostInStatement.test(message)) return connectionLost
  return codesByText.find(([text]) => text.test(message))?.[1] ?? code
}

/** A worker names the shard, which has its number behind the table's name. */
function nameIn(message: string, pattern: RegExp): string | undefined {
  const [, name] = pattern.exec(message) ?? []
  return name?.replace(/_\d{6,}$/, '')
}
