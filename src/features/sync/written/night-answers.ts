/** Decides from a vendor's answers to written nights how long its account rests. */
import { heldForMs } from '../../../upstream/nights/limits.ts'
import type { PushedNight } from '../../../upstream/nights/plan.ts'
import type { SentAnswer } from '../../../upstream/nights/send.ts'
import type { SyncEnvironment } from '../../../upstream/client.ts'
import { wakeConnection } from '../../../upstream/connection-queries.ts'
import type { SideTurn } from './side-turn.ts'

export interface NightAnswersResult {
  /** How long the account rests; null for not at all. */
  restMs: number | null
  /** True if no answer says what became of its nights. */
  unanswered: boolean
}

export async function afterAnswers<N extends PushedNight>(
  { services: { db, clock } }: SyncEnvironment,
  { scope, connection }: SideTurn,
  answers: readonly SentAnswer<N>[],
): Promise<NightAnswersResult> {
  const unanswered = answers.every(([, { kind }]) => kind === 'unknown')
  if (answers.some(([, { kind }]) => kind === 'unauthorized')) {
    // The engine finds out whether the access is gone for good, and reports it.
    await wakeConnection(db, scope, connection.id, clock.now())
    return { restMs: heldForMs, unanswered }
  }
  const waits = answers.flatMap(([, answer]) => (answer.kind === 'postponed' ? [answer.waitMs] : []))
  return { restMs: waits.length > 0 ? Math.max(...waits) : null, unanswered }
}
