import pg from 'pg'

/** Citus gives this code for whatever fails on a worker while rows are copied to it, and keeps the message. */
const lostCode = 'XX000'

/** A row with the same key exists. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  return (
    error.code === '23505' || (error.code === lostCode && error.message.startsWith('duplicate key value'))
  )
}
