/** Rates connectors in tiers of requirements, each of which a fact elsewhere proves. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Connector } from '../src/connector-kit/connector.ts'
import { connectors } from '../src/connectors/index.ts'
import shares from '../test/conformance/shares.json' with { type: 'json' }

export const tiers = ['none', 'bronze', 'silver', 'gold'] as const
export type Tier = (typeof tiers)[number]

interface Requirement {
  id: string
  tier: Exclude<Tier, 'none'>
  what: string
  isMet(connector: Connector): boolean
}

const root = path.resolve(import.meta.dirname, '..')
const leastShare = 0.95

/** Whether a test of the connector runs the kit's certification suite. */
const isCertified = ({ manifest: { id } }: Connector): boolean =>
  globSync(`src/connectors/${id}/*.test.ts`, { cwd: root }).some((file) =>
    /^certify\(/m.test(readFileSync(path.join(root, file), 'utf8')),
  )

const shareOf = ({ manifest: { id } }: Connector): number => (shares as Record<string, number>)[id] ?? 0

export const requirements: readonly Requirement[] = [
  {
    id: 'reads',
    tier: 'bronze',
    what: 'Listings, nights and reservations are read, certified through outages of every kind',
    isMet: (connector) => {
      const { listings, calendar, reservations } = connector.operations
      return isCertified(connector) && [listings, calendar, reservations].every(Boolean)
    },
  },
  {
    id: 'writes',
    tier: 'silver',
    what: 'Bookings and nights are written, certified with a fault at every call',
    isMet: (connector) => {
      const { reservationWrites, calendarWrites } = connector.operations
      return isCertified(connector) && [reservationWrites, calendarWrites].every(Boolean)
    },
  },
  {
    id: 'hints',
    tier: 'silver',
    what: 'The vendor tells of changes, and its word is taken for a hint only',
    isMet: ({ operations }) => operations.inbound !== undefined,
  },
  {
    id: 'documented',
    tier: 'silver',
    what: 'Bookings follow what the vendor itself says of them',
    isMet: ({ manifest }) => manifest.verifiedAgainst !== 'third_party',
  },
  {
    id: 'described',
    tier: 'silver',
    what: `The simulator refuses at least ${leastShare * 100} % of what the vendor's own description refuses`,
    isMet: (connector) => shareOf(connector) >= leastShare,
  },
  {
    id: 'live',
    tier: 'gold',
    what: 'A real account was read and the report is public',
    isMet: ({ manifest }) => manifest.verified !== undefined,
  },
]

export interface Standing {
  tier: Tier
  met: string[]
}

/** The highest tier for which nothing is missing, up to it. */
export function standingOf(connector: Connector): Standing {
  const missing = requirements.filter((requirement) => !requirement.isMet(connector))
  const firstMissing = Math.min(...missing.map(({ tier }) => tiers.indexOf(tier)), tiers.length)
  return {
    tier: tiers[firstMissing - 1] ?? 'none',
    met: requirements.filter((requirement) => !missing.includes(requirement)).map(({ id }) => id),
  }
}

export const standings = (): Record<string, Standing> =>
  Object.fromEntries(Object.entries(connectors).map(([id, connector]) => [id, standingOf(connector)]))

const hasFallen = (now: Standing | undefined, before: Standing): boolean =>
  now === undefined ||
  tiers.indexOf(now.tier) < tiers.indexOf(before.tier) ||
  before.met.some((id) => !now.met.includes(id))

/** Describes differences from the kept result; a connector may only rise. */
export function changesOf(
  now: Readonly<Record<string, Standing>>,
  stored: Readonly<Record<string, Standing>>,
): string[] {
  const told = ({ tier, met }: Standing) => `${tier} (${met.join(', ') || 'nothing'})`
  return [...new Set([...Object.keys(stored), ...Object.keys(now)])].flatMap((id) => {
    const [before, after] = [stored[id], now[id]]
    if (before && hasFallen(after, before)) {
      return [`${id} was ${told(before)} and is ${after ? told(after) : 'gone'}`]
    }
    if (after && JSON.stringify(after) !== JSON.stringify(before)) {
      return [`${id} is ${told(after)} now: raise it in scripts/connector-tiers.json`]
    }
    return []
  })
}
