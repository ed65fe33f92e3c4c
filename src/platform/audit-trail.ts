/**
 * Begins an audit line before the work and completes it in batches after it. A killed process leaves its
 * lines in state begun.
 */
import type { Log } from './log.ts'
import { newLine, type AuditLine } from './audit.ts'
import { addUpAuditChanges, endLines, insertLine, type AuditLogEnding } from './audit-queries.ts'
import type { Clock } from './clock.ts'
import type { Queryable, Scope } from './tenant.ts'

interface AuditedOutcome {
  outcome: 'done' | 'repeated' | 'refused' | 'failed'
  status: number
  code?: string | undefined
  /** The work created these ids. */
  made?: string | undefined
}

export interface BegunLine {
  /** The call never waits, and only the first one counts. */
  end(outcome: AuditedOutcome): void
}

/** Audit lines name the use of a secret after `secret.`. */
type SecretUse =
  /** The server reads an account itself, calls it for a request, or checks it after its cutover. */
  | 'credentials.sync'
  | 'credentials.request'
  | 'credentials.watch'
  /** A vendor must send nothing more to an account that was disconnected. */
  | 'credentials.disconnect'
  /** Stored and new credentials are compared, to see whether they belong to the same account. */
  | 'credentials.compare'
  /** An access token was renewed. */
  | 'access.renew'
  /** A vendor's webhook was verified. */
  | 'provider_webhook.check'
  /** A delivery was signed. */
  | 'webhook.sign'
  /** The URL of a calendar feed was requested. */
  | 'calendar_feed.read'
  /** A link that signs a member in was put into a mail. */
  | 'member_link.mail'
  /** Vrbo fetched the feeds of an account. */
  | 'vrbo_feed.read'

export interface AuditTrail {
  /** Resolves once the line is stored, so that the work may begin. */
  begin(scope: Scope, line: AuditLine): Promise<BegunLine>
  /** Writes one line per target (`connection:12`), use and hour, over all processes. It is stored before the secret is opened. */
  useOf(scope: Scope, target: string, use: SecretUse): Promise<void>
  /** Completes the lines whose work has ended. It runs every second and at shutdown. */
  flush(): Promise<void>
}

const hourMs = 3_600_000
const mostRemembered = 20_000
/** A batch of this size is written without waiting for the next second. */
const batchLines = 500
const mostAddedUp = 5_000

export function createAuditTrail({ db, clock, log }: { db: Queryable; clock: Clock; log: Log }): AuditTrail {
  let endings: AuditLogEnding[] = []
  let writing: Promise<void> = Promise.resolve()
  let hour = -1
  let writtenUses = new Set<string>()

  async function write(): Promise<void> {
    const batch = endings
    if (batch.length === 0) return
    endings = []
    try {
      await endLines(db, batch)
    } catch (error) {
      endings = [...batch, ...endings]
      throw error
    }
    await addUpAuditChanges(db, mostAddedUp)
  }

  const flush = () => {
    const next = writing.then(write)
    writing = next.catch(() => {})
    return next
  }

  return {
    flush,
    async begin(scope, auditLine) {
      const { workspaceId } = scope
      const line = newLine(auditLine, clock.now(), 'begun')
      await insertLine(db, scope, line)
      return {
        end({ outcome, status, code = null, made = null }) {
          endings.push({
            workspaceId,
            at: line.at,
            id: line.id,
            outcome,
            status,
            code,
            made,
          } as AuditLogEnding)
          if (endings.length % batchLines !== 0) return
          void flush().catch((error: unknown) => log.warn({ err: error }, 'audit lines stay begun for now'))
        },
      }
    },
    async useOf(scope, target, use) {
      const now = clock.now()
      const at = Math.floor(now.getTime() / hourMs)
      if (at !== hour || writtenUses.size > mostRemembered) {
        hour = at
        writtenUses = new Set()
      }
      const key = `${scope.workspaceId} ${use} ${target}`
      if (writtenUses.has(key)) return
      const action = `secret.${use}`
      const once = `${action}:${target}:${new Date(at * hourMs).toISOString()}`
      await insertLine(
        db,
        scope,
        newLine({ action, actor: { kind: 'system' }, targets: [target] }, now, 'done', once),
      )
      writtenUses.add(key)
    },
  }
}
