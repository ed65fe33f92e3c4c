/** Sends planned changes and returns the vendor's answer for each night. */
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import type { CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'
import type { PlannedChange, PushedNight } from './plan.ts'
import type { ReadBackAnswer } from './verdict.ts'

export type SentAnswer<N extends PushedNight> = [N, ReadBackAnswer]

/**
 * Makes one attempt. A batch refused as a whole is sent change by change, so that one bad night does not
 * block others.
 */
export async function sendChanges<N extends PushedNight>(
  context: VendorContext,
  writes: CalendarWrites,
  batch: readonly PlannedChange<N>[],
): Promise<SentAnswer<N>[]> {
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
    const parts: SentAnswer<N>[] = []
    for (const planned of batch) parts.push(...(await sendChanges(context, writes, [planned])))
    return parts
  }
}

const answered = <N extends PushedNight>(
  { nights }: PlannedChange<N>,
  answer: ReadBackAnswer,
): SentAnswer<N>[] => nights.map((night) => [night, answer])

const ofRefusal = (message: string | undefined): ReadBackAnswer =>
  message === undefined ? { kind: 'accepted' } : { kind: 'refused', message }

function answerOf(error: unknown): ReadBackAnswer {
  const message = (error instanceof VendorError && error.vendorMessage) || String((error as Error).message)
  if (!(error instanceof VendorError)) return { kind: 'unknown', message }
  if (error.kind === 'rejected' || error.kind === 'not_found') return { kind: 'refused', message }
  if (error.kind === 'credentials' || error.kind === 'reauth') return { kind: 'unauthorized', message }
  if (error.kind === 'rate_limited') {
    return { kind: 'postponed', waitMs: Math.max(1_000, error.retryAfterMs ?? 10_000), message }
  }
  return { kind: 'unknown', message }
}
