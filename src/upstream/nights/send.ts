/** Sends planned changes, and says of every night how the vendor took it. */
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import type { CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'
import type { PlannedChange, WantedNight } from './plan.ts'
import type { Answer } from './verdict.ts'

export type Answered<N extends WantedNight> = [N, Answer]

/** One attempt. A batch that is refused as a whole is sent change by change, so that one bad night harms no other. */
export async function sendChanges<N extends WantedNight>(
  context: VendorContext,
  writes: CalendarWrites,
  batch: readonly PlannedChange<N>[],
): Promise<Answered<N>[]> {
  try {
    const { refused } = await writes.write(
      context,
      batch.map(({ change }) => change),
    )
    const messages = new Map(refused.map(({ index, message }) => [index, message]))
    return batch.flatMap((planned, index) => answered(planned, ofRefusal(messages.get(index))))
  } catch (error) {
    const answer = answerOf(error)
    if (answer.kind !== 'refused' || batch.length === 1) {
      return batch.flatMap((planned) => answered(planned, answer))
    }
    const parts: Answered<N>[] = []
    for (const planned of batch) parts.push(...(await sendChanges(context, writes, [planned])))
    return parts
  }
}

const answered = <N extends WantedNight>({ nights }: PlannedChange<N>, answer: Answer): Answered<N>[] =>
  nights.map((night) => [night, answer])

const ofRefusal = (message: string | undefined): Answer =>
  message === undefined ? { kind: 'accepted' } : { kind: 'refused', message }

function answerOf(error: unknown): Answer {
  const message = (error instanceof VendorError && error.vendorMessage) || String((error as Error).message)
  if (!(error instanceof VendorError)) return { kind: 'unknown', message }
  if (error.kind === 'rejected' || error.kind === 'not_found') return { kind: 'refused', message }
  if (error.kind === 'credentials' || error.kind === 'reauth') return { kind: 'unauthorized', message }
  if (error.kind === 'rate_limited') {
    return { kind: 'postponed', waitMs: Math.max(1_000, error.retryAfterMs ?? 10_000), message }
  }
  return { kind: 'unknown', message }
}
