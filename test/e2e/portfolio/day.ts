/** Events at a source during its import: guests book, change and cancel, and calls fail in every way. */
import { faultKinds, type FaultKind } from '../../../simulators/kit/faults.ts'
import type { Form } from './forms.ts'
import type { Choices } from './random.ts'
import type { Source } from './world.ts'

const troubles: readonly FaultKind[] = [
  ...([
    '500',
    'drop',
    'html',
    'malformed',
    'lost_answer',
    'late_500',
    'html',
    'drop',
    '429',
    '429_page',
  ] as const),
  ...(['timeout', 'token_expired'] as const),
]
/**
 * A source that limits its calls may be left alone for half a minute each time. Before a kill the others would hang so long meanwhile
 * that their next reading is minutes away.
 */
const isPause = (kind: FaultKind) => kind.startsWith('429')
/** Guesty gives five tokens a day, so a lost one is lost for the day. */
const sparedPath: Readonly<Record<string, string>> = { guesty: '/v1' }
/** The connector stops after the fifth token: one opens the account, and one is left over. */
const atMost: Readonly<Record<string, Partial<Record<FaultKind, number>>>> = { guesty: { token_expired: 3 } }

export interface Day {
  /** Checks how far the reading is, and does what is due; pauses are left for later before a kill. */
  pass(when?: 'before a kill'): void
  /** The number of bookings made in all. */
  booked(): number
  /** The faults that struck. */
  wrong(): readonly string[]
}

function inAnyOrder(
  choices: Choices,
  count: number,
  most: Partial<Record<FaultKind, number>> = {},
): FaultKind[] {
  const kinds: FaultKind[] = []
  for (let left: FaultKind[] = []; kinds.length < count;) {
    if (left.length === 0) left = [...troubles]
    kinds.push(...left.splice(choices.int(0, left.length), 1))
  }
  const times = new Map<FaultKind, number>()
  return kinds.filter((kind) => {
    const time = (times.get(kind) ?? 0) + 1
    times.set(kind, time)
    return time <= (most[kind] ?? Infinity)
  })
}

interface VendorRow {
  id: string | number
}

/** A guest books. */
export const book = ({ simulator }: Source): VendorRow =>
  simulator.operations.createReservation({}) as VendorRow

/** Spreads the form's number of faults, each kind once before any repeats. */
export function dayAt(
  source: Source,
  choices: Choices,
  { pace, mishaps }: Pick<Form, 'pace' | 'mishaps'>,
): Day {
  const { vendor, simulator } = source
  const path = sparedPath[vendor]
  const coming = inAnyOrder(choices, mishaps, atMost[vendor])
  const wrong: string[] = []
  const mine: VendorRow[] = []
  let seen = 0
  let nextAt = choices.int(1, pace + 1)

  const goWrong = (isBeforeKill: boolean) => {
    if (simulator.faults.list().length > 0) return
    const at = coming.findIndex((kind) => !(isBeforeKill && isPause(kind)))
    const kind = coming[at]
    if (kind === undefined) return
    coming.splice(at, 1)
    const isRequest = faultKinds[kind] === 'request'
    simulator.faults.add({ kind, ...(path !== undefined && isRequest ? { path } : {}) })
    wrong.push(kind)
  }
  const live = () => {
    const dice = choices.int(0, 4)
    const own = mine.length > 0 ? choices.pick(mine) : undefined
    if (dice === 0 && own !== undefined) {
      simulator.operations.cancelReservation(String(own.id), {})
      mine.splice(mine.indexOf(own), 1)
    } else if (dice === 1) {
      simulator.move()
      // The account may have cancelled any of them.
      mine.length = 0
    } else mine.push(book(source))
  }
  let booked = 0
  return {
    pass(when) {
      const made = simulator.calls.list().length
      if (made < seen + nextAt) return
      seen = made
      nextAt = choices.int(1, 2 * pace)
      goWrong(when === 'before a kill')
      const before = mine.length
      live()
      booked += Math.max(0, mine.length - before)
    },
    booked: () => booked,
    wrong: () => wrong,
  }
}
