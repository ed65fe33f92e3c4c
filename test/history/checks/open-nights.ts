/**
 * A stale read of a night: it was seen open by somebody who asked after it was acknowledged as taken or closed, and before
 * anybody began to give it up. Closed nights explain nothing, since a channel may have closed them.
 *
 * The smallest history: `close night 1 (ok)`, then `read night 1 = open`.
 */
import type { HistoryCheck, HistoryFault } from '../fault.ts'
import type { HistoryView, LogicalOperation } from '../timelines.ts'

interface HeldNight {
  holder: string
  by: LogicalOperation
  /** Whatever may have ended it. */
  releases: LogicalOperation[]
}

export const findOpenNights: HistoryCheck = (view) => {
  const held = heldNights(view)
  return view.operations.flatMap((read) =>
    (read.openNights ?? []).flatMap((night): HistoryFault[] => {
      const hold = held.get(night)?.find((one) => isHeldDuring(one, read))
      if (read.result !== 'ok' || !hold) return []
      const message = `night ${night} was read as open after ${hold.holder} held it`
      return [{ rule: 'stale read', message, operations: [hold.by, read] }]
    }),
  )
}

const isHeldDuring = ({ by, releases }: HeldNight, read: LogicalOperation): boolean =>
  by.end < read.begin && !releases.some((release) => release.begin < read.end && endOf(release) > by.begin)

/** What has no answer may still take effect. */
const endOf = ({ result, end }: LogicalOperation): number => (result === 'ok' ? end : Infinity)

/** Returns those that were acknowledged, by the night. */
function heldNights({ operations, releases }: HistoryView): Map<string, HeldNight[]> {
  const held = new Map<string, HeldNight[]>()
  for (const by of operations) {
    if (by.result !== 'ok' || !by.holds) continue
    const { holder, nights } = by.holds
    for (const night of nights ?? []) {
      const ofHolder = releases.get(holder) ?? []
      const ofNight = ofHolder.filter((operation) => operation.releases?.nights?.includes(night) ?? true)
      held.set(night, [...(held.get(night) ?? []), { holder, by, releases: ofNight }])
    }
  }
  return held
}
