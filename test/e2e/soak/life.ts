/** Events at the PMSs while they are read: usual business and every kind of fault. */
import { controlWords } from '../../../simulators/control-words.ts'
import type { JsonRow } from '../../../simulators/kit/testing/open-simulator.ts'
import { connectors } from '../../../src/connectors/index.ts'
import { randomNumbers } from '../../harness/random-numbers.ts'
import type { Account } from './world.ts'

interface Trouble {
  kind: string
  most: number
}

/** Faults, and how often they repeat in a row. */
const troubles: readonly Trouble[] = [
  { kind: '429', most: 2 },
  { kind: '500', most: 3 },
  { kind: 'timeout', most: 1 },
  { kind: 'drop', most: 2 },
  { kind: 'malformed', most: 2 },
  { kind: 'html', most: 1 },
  { kind: 'token_expired', most: 1 },
  { kind: 'late_guest', most: 1 },
  { kind: 'duplicate_webhook', most: 2 },
  { kind: 'reorder_webhooks', most: 1 },
]
/** Late guest data needs a next booking, and webhook faults need webhooks. */
const requestTroubles = new Set(['429', '500', 'timeout', 'drop', 'malformed', 'html', 'token_expired'])

/**
 * Guesty gives five tokens a day, so faults spare its token path and expire one only. Its own suite certifies how
 * scarce tokens are kept.
 */
const spared: Record<string, { path: string; expiries: number }> = { guesty: { path: '/v1', expiries: 1 } }

export interface Life {
  /** Lets a second pass, in which sometimes something happens or fails. */
  second(): void
  counts: Record<string, number>
}

/** Mean seconds between two events at one PMS. */
const somethingEvery = 20

/** Each PMS has its own events, whatever other PMSs there are. */
export function liveAt({ vendor, simulator }: Account, seed: number): Life {
  const random = randomNumbers([...vendor].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), seed))
  const counts: Record<string, number> = {}
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)]
  const spare = spared[vendor]
  let expiries = 0

  /** One at a time: a vendor that refuses a fresh token means the credentials, so a person must come. */
  const mayExpire = (): boolean => {
    if (simulator.faults.list().some(({ kind }) => kind === 'token_expired')) return false
    return spare === undefined || (expiries += 1) <= spare.expiries
  }

  const goWrong = () => {
    const trouble = pick(troubles)
    if (!trouble) return
    const { kind, most } = trouble
    if (kind === 'token_expired' && !mayExpire()) return
    const path = spare && requestTroubles.has(kind) ? { path: spare.path } : {}
    simulator.faults.add({ kind, count: 1 + Math.floor(random() * most), ...path })
    counts[kind] = (counts[kind] ?? 0) + 1
  }

  /** Some channels report new dates as a cancellation and a booking with another id. */
  const rebook = () => {
    const made = simulator.operations.createReservation({}) as { id: string | number }
    simulator.operations.cancelReservation(String(made.id), {})
    simulator.operations.createReservation({})
    counts.rebooked = (counts.rebooked ?? 0) + 1
  }

  /** A stay that the PMS deletes long after its departure stays here by intent. */
  const isMissed = (row: JsonRow) =>
    connectors[vendor]?.manifest.sync.staysKeptDays === undefined ||
    String(row[controlWords[vendor]?.departure ?? '']).slice(0, 10) > simulator.clock.today()

  const erase = () => {
    const { reservations } = simulator.operations.state(new Set()) as { reservations: JsonRow[] }
    const victim = pick(reservations.filter(isMissed))
    if (victim) simulator.operations.deleteReservation(String(victim.id))
    counts.erased = (counts.erased ?? 0) + 1
  }

  return {
    counts,
    second() {
      if (random() > 1 / somethingEvery) return
      const dice = random()
      if (dice < 0.3) return goWrong()
      if (dice < 0.36) return rebook()
      if (dice < 0.39) return erase()
      simulator.move()
      counts.moved = (counts.moved ?? 0) + 1
    },
  }
}
