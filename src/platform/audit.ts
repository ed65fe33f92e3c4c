/**
 * The audit log says who changed records and who used a secret. Lines are added, never changed, except that a
 * begun line is completed once. It has names and ids only: no secret, no guest's text.
 */
import { randomUUID } from 'node:crypto'
import { insertEverywhere, insertLine, type AuditLogRow } from './audit-queries.ts'
import type { Queryable, Scope } from './tenant.ts'

/**
 * One of these acted: an API key, a signed-in member, an operator's key, a connect link's holder, a vendor's
 * webhook, a command, or the server itself.
 */
export type Actor =
  { kind: 'key' | 'member' | 'operator'; id: string } | { kind: 'link' | 'vendor' | 'cli' | 'system' }

export interface AuditLine {
  /** The action is a route's operation id, or `cli.` with a command, or `secret.` with a use. */
  action: string
  actor: Actor
  /** The action concerned these, the most important first: `listing:12`. */
  targets?: readonly string[]
  /** Plain values describe the change, such as `{ plan: 'free', was: 'starter' }`; never a secret. */
  details?: Record<string, unknown>
  requestId?: string
  ip?: string
}

export const actorText = (actor: Actor): string => ('id' in actor ? `${actor.kind}:${actor.id}` : actor.kind)

/** Joins a type and an id as the log writes them: `listing:12`. */
export const targetOf = (type: string, id: string | number): string => `${type}:${id}`

export function newLine(
  line: AuditLine,
  at: Date,
  outcome: AuditLogRow['outcome'],
  once: string | null = null,
): AuditLogRow {
  const { action, actor, targets = [], details = null, requestId = null, ip = null } = line
  const text = actorText(actor)
  const rest = { status: null, code: null, request_id: requestId, ip, details, once }
  return { id: randomUUID(), at, actor: text, action, targets, outcome, ...rest }
}

/** Writes one line, in the transaction of the work if `db` is one. */
export async function writeAuditLine(
  db: Queryable,
  scope: Scope,
  line: AuditLine,
  at: Date = new Date(),
): Promise<void> {
  await insertLine(db, scope, newLine(line, at, 'done'))
}

/** Writes a line that concerns the whole server into every live workspace. */
export async function writeEverywhere(
  db: Queryable,
  line: Pick<AuditLine, 'action' | 'actor' | 'details'>,
  at: Date = new Date(),
): Promise<void> {
  await insertEverywhere(db, newLine(line, at, 'done'))
}

/** Records which migrations a command or a start applied to a database that has workspaces. */
export async function tellMigrated(
  db: Queryable,
  applied: readonly string[],
  actor: { kind: 'cli' | 'system' },
): Promise<void> {
  if (applied.length === 0) return
  const action = actor.kind === 'cli' ? 'cli.migrate' : 'system.migrate'
  await writeEverywhere(db, { action, actor, details: { applied: [...applied] } })
}
