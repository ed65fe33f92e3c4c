/** Lines of what is under way: begun before the work, completed in batches after it. A process that is killed leaves them begun. */
import type { Log } from './log.ts'
import { newLine, type AuditLine } from './audit.ts'
import { addUpAuditChanges, endLines, insertLine, type AuditLogEnding } from './audit-queries.ts'
import type { Clock } from './clock.ts'
import type { Queryable, Scope } from './tenant.ts'

interface AuditedOutcome {
  outcome: 'done' | 'repeated' | 'refused' | 'failed'
  status: number
  code?: string | undefined
  /** What was made. */
  made?: string | undefined
}

export interface BegunLine {
  /** Never waits; told once. */
  end(outcome: AuditedOutcome): void
}

/** What a secret is used for, as its lines call it behind `secret.`. */
type SecretUse =
  /** An account is read by the server itself, called for a request, or looked at after its cutover. */
  | 'credentials.sync'
  | 'credentials.request'
  | 'credentials.watch'
  /** The provider is told to send nothing more to an account that was disconnected. */
  | 'credentials.disconnect'
  /** They are compared with new ones, whether they are of the same account. */
  | 'credentials.compare'
  /** An access token was renewed. */
  | 'access.renew'
  /** A provider's webhook was checked. */
  | 'provider_webhook.check'
  /** A delivery was signed. */
  | 'webhook.sign'
  /** The address of a calendar feed was asked. */
  | 'calendar_feed.read'
  /** A link that signs a member in was put into a mail. */
  | 'member_link.mail'
  /** Vrbo came for the feeds of an account. */
  | 'vrbo_feed.read'

export interface AuditTrail {
  /** The line is there when this answers: the work may begin. */
  begin(scope: Scope, line: AuditLine): Promise<BegunLine>
  /**
   * Tells of the use of a secret, one line for each target (`connection:12`), use and hour, however many processes use it. The
   * line is there before the secret is opened.
   */
  useOf(scope: Scope, target: string, use: SecretUse): Promise<void>
  /** Completes what has ended. Called every second, and at the end. */
  flush(): Promise<void>
}

const hourMs = 3_600_000
const mostRemembered = 20_000
/** Above this they are written without waiting for the next second. */
const batchLines = 500
const mostAddedUp = 5_000

export function createAuditTrail({ db, clock, log }: { db: Queryable; clock: Clock; log: Log }): AuditTrail {
  let endings: AuditLogEnding[] = []
  let writing: Promise<void> = Promise.resolve()
  let hour = -1
  let told = new Set<string>()

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
    async begin(scope, given) {
      const { workspaceId } = scope
      const line = newLine(given, clock.now(), 'begun')
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
      if (at !== hour || told.size > mostRemembered) {
        hour = at
        told = new Set()
      }
      const key = `${scope.workspaceId} ${use} ${target}`
      if (told.has(key)) return
      const action = `secret.${use}`
      const once = `${action}:${target}:${new Date(at * hourMs).toISOString()}`
      await insertLine(
        db,
        scope,
        newLine({ action, actor: { kind: 'system' }, targets: [target] }, now, 'done', once),
      )
      told.add(key)
    },
  }
}
