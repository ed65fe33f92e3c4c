/** What the answers of a vendor to nights that were sent mean for its account. */
import { heldForMs } from '../../../upstream/nights/limits.ts'
import type { PushedNight } from '../../../upstream/nights/plan.ts'
import type { SentAnswer } from '../../../upstream/nights/send.ts'
import type { SyncEnvironment } from '../../../upstream/client.ts'
import { wakeConnection } from '../../../upstream/connection-queries.ts'
import type { SideTurn } from './side-turn.ts'

export interface NightAnswersResult {
  /** How long the account is left alone; null: not at all. */
  restMs: number | null
  /** No answer says what became of its nights. */
  unanswered: boolean
}

export async function afterAnswers<N extends PushedNight>(
  { services: { db, clock } }: SyncEnvironment,
  { scope, connection }: SideTurn,
  answers: readonly SentAnswer<N>[],
): Promise<NightAnswersResult> {
  const unanswered = answers.every(([, { kind }]) => kind === 'unknown')
  if (answers.some(([, { kind }]) => kind === 'unauthorized')) {
    // The engine finds out by itself whether the access is gone for good, and tells.
    await wakeConnection(db, scope, connection.id, clock.now())
    return { restMs: heldForMs, unanswered }
  }
  const waits = answers.flatMap(([, answer]) => (answer.kind === 'postponed' ? [answer.waitMs] : []))
  return { restMs: waits.length > 0 ? Math.max(...waits) : null, unanswered }
}
