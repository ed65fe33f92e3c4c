/** Sizes of the portfolios, groups of vendors, and how many faults strike. */
import { connectors } from '../../../src/connectors/index.ts'

export interface Form {
  listings: number
  reservations: number
  guests: number
  messages: number
  /** Sources that one server imports at the same time. */
  atOnce: number
  /** Calls of a source before each kill: from the first number, below the second. */
  kills: readonly (readonly [number, number])[]
  /** Faults at every source; some take ten seconds of waiting. */
  mishaps: number
  /** Approximate calls between two events. */
  pace: number
  /** Longer than a busy simulator needs for an answer. */
  timeoutMs: number
  withinMs: number
  /** Pause between looks at an import, since looks take the server's time. */
  passEveryMs: number
  /** Pause between looks whether something long is over. */
  lookEveryMs: number
}

const forms = {
  short: {
    listings: 8,
    reservations: 160,
    guests: 120,
    messages: 0,
    atOnce: 3,
    kills: [[3, 9]],
    mishaps: 4,
    pace: 2,
    timeoutMs: 2500,
    withinMs: 240_000,
    passEveryMs: 20,
    lookEveryMs: 250,
  },
  middle: {
    listings: 40,
    reservations: 2000,
    guests: 1500,
    messages: 6000,
    atOnce: 1,
    kills: [
      [5, 20],
      [30, 300],
    ],
    mishaps: 20,
    pace: 20,
    timeoutMs: 5000,
    withinMs: 600_000,
    passEveryMs: 20,
    lookEveryMs: 1_000,
  },
  long: {
    listings: 200,
    reservations: 20_000,
    guests: 15_000,
    messages: 60_000,
    atOnce: 1,
    kills: [
      [20, 80],
      [100, 1000],
    ],
    mishaps: 60,
    pace: 60,
    timeoutMs: 8000,
    withinMs: 1_800_000,
    passEveryMs: 200,
    lookEveryMs: 10_000,
  },
} satisfies Record<string, Form>

function formNamed(name: string): Form {
  const form = Object.entries(forms).find(([known]) => known === name)?.[1]
  if (!form) throw new Error(`PORTFOLIO=${name} is none of: ${Object.keys(forms).join(', ')}`)
  return form
}

export const form = formNamed(process.env.PORTFOLIO ?? 'short')

/** Channels are sold on, not migrated from. */
const left = Object.values(connectors).filter(({ manifest }) => manifest.category === 'pms')
const moving = process.env.PORTFOLIO_VENDORS?.split(',') ?? left.map(({ manifest }) => manifest.id)

/** Vendors that share a server. */
export const groups: readonly (readonly string[])[] = Array.from(
  { length: Math.ceil(moving.length / form.atOnce) },
  (_, group) => moving.slice(group * form.atOnce, (group + 1) * form.atOnce),
)
