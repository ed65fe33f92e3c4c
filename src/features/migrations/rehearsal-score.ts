/** Scores a rehearsal and compares it with the previous one. Pure; the facts are gathered elsewhere. */
import type { MigrationState } from '../../contract/migration.ts'
import type { RehearsalCode, RehearsalItem } from '../../contract/rehearsal.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Comparison } from './compare-stays.ts'
import { nightsAtRisk } from './nights-at-risk.ts'

export interface UsedChannel {
  channel: string
  listings: number
  /** Listings that this workspace's channel accounts have as well. */
  connected: number
  /** Listings that they lack. */
  samples: string[]
}

export interface RehearsalFacts {
  state: MigrationState
  accounts: { total: number; active: number }
  /** The report's errors, except an incomplete import. */
  errors: { count: number; codes: string[]; sampleIds: string[] }
  /** Null if no list was sent. */
  comparison: Comparison | null
  channels: readonly UsedChannel[]
}

/** The state of one criterion; `share` is the part done, from 0 to 1. */
interface CriterionScore {
  status: RehearsalItem['status']
  share: number
  count: number
  message: string
  todo: string | null
  sampleIds?: string[]
}

const mostSamples = 10
const done = (message: string): CriterionScore => ({
  status: 'done',
  share: 1,
  count: 0,
  message,
  todo: null,
})
const unknown = (message: string, todo: string): CriterionScore => ({
  status: 'unknown',
  share: 0,
  count: 0,
  message,
  todo,
})
const sendList = 'Send your upcoming stays as `reservations`.'

function importComplete({ state, accounts: { total, active } }: RehearsalFacts): CriterionScore {
  const isCurrent = total > 0 && active === total
  if (state === 'imported' && isCurrent) return done('Everything was imported and is kept current.')
  const open = { status: 'open' as const, share: state === 'imported' ? 0.5 : 0, count: 1 }
  if (state === 'imported') {
    const message = `${total - active} of ${total} accounts are not read any more.`
    return { ...open, count: total - active, message, todo: 'Let the property manager sign in again.' }
  }
  const todo: Partial<Record<MigrationState, string>> = {
    awaiting_connection: 'Send the property manager to the connect page.',
    importing: 'Wait for `migration.completed`.',
    failed: 'See `connections[].import.error`, mend it and import again.',
  }
  return { ...open, message: `The migration is ${state}.`, todo: todo[state] ?? null }
}

function reportClean({ errors: { count, codes, sampleIds } }: RehearsalFacts): CriterionScore {
  if (count === 0) return done('The report has no errors.')
  const message = `The report has errors: ${codes.join(', ')}.`
  const todo = 'Mend what `GET …/report` calls an error, or import again.'
  return { status: 'open', share: 0, count, message, todo, sampleIds }
}

function checkClean({ comparison }: RehearsalFacts): CriterionScore {
  if (comparison === null) return unknown('Your upcoming stays were not compared.', sendList)
  const { matched, missing, extra, mismatched } = comparison
  const count = missing.length + extra.length + mismatched.length
  if (count === 0) return done(`All ${matched} upcoming stays are in both systems.`)
  return {
    status: 'open',
    share: matched / (matched + count),
    count,
    message: `Stays that your list lacks: ${missing.length}; too many in it: ${extra.length}; with other dates: ${mismatched.length}.`,
    todo: 'Correct your list by what `cutover-check` says of each. Stays that channels brought come by themselves: do not make them by hand.',
    sampleIds: [
      ...missing.map(({ reservationId }) => reservationId),
      ...mismatched.map(({ source }) => source.reservationId),
    ],
  }
}

function channelsToReconnect({ channels }: RehearsalFacts): CriterionScore {
  const open = channels.filter(({ listings, connected }) => connected < listings)
  if (channels.length === 0) return done('Nothing is sold on a channel.')
  if (open.length === 0) return done('Every listing is connected to its channels in your workspace.')
  const sum = (countOf: (one: UsedChannel) => number) =>
    channels.reduce((total, one) => total + countOf(one), 0)
  const [listings, connected] = [sum((one) => one.listings), sum((one) => one.connected)]
  const each = open.map(
    (one) => `${one.channel} (${one.listings - one.connected} of ${one.listings} listings)`,
  )
  return {
    status: 'open',
    share: connected / listings,
    count: listings - connected,
    message: `Not seen in your workspace yet: ${each.join(', ')}.`,
    todo: 'Only the property manager can do this, right after the cutover: leave the old system in the account of each channel and connect it here.',
    sampleIds: [...new Set(open.flatMap(({ samples }) => samples))],
  }
}

function nights({ comparison }: RehearsalFacts): CriterionScore {
  if (comparison === null) return unknown('Without your upcoming stays nobody can tell.', sendList)
  const { sold, nights: count, sampleIds } = nightsAtRisk(comparison)
  if (count === 0) return done('No night that is sold in the old system would be open in yours.')
  return {
    status: 'open',
    share: sold === 0 ? 0 : Math.max(0, 1 - count / sold),
    count,
    message: `${count} nights that are sold in the old system would be open in yours.`,
    todo: 'Close them in your system before the cutover, until the stays are there.',
    sampleIds,
  }
}

interface ScoreCriterion {
  mostPoints: number
  required: boolean
  standing(facts: RehearsalFacts): CriterionScore
}

const criteria: Record<RehearsalCode, ScoreCriterion> = {
  import_complete: { mostPoints: 30, required: true, standing: importComplete },
  report_clean: { mostPoints: 15, required: true, standing: reportClean },
  check_clean: { mostPoints: 25, required: true, standing: checkClean },
  channels_to_reconnect: { mostPoints: 10, required: false, standing: channelsToReconnect },
  nights_at_risk: { mostPoints: 20, required: true, standing: nights },
}

/** The part of an item stored for the next rehearsal. */
export type StoredScoreItem = Pick<RehearsalItem, 'code' | 'status' | 'count'>

export interface RehearsalScore {
  go: boolean
  score: number
  items: RehearsalItem[]
}

/** An incomplete import proves nothing about the rest. */
const notImported = unknown(
  'Nobody can tell before everything is imported.',
  'Have the import completed first.',
)

export function scoreRehearsal(
  facts: RehearsalFacts,
  before: readonly StoredScoreItem[] | null,
): RehearsalScore {
  const items = Object.entries(criteria).map(([code, { mostPoints, required, standing }]): RehearsalItem => {
    const isKnown = facts.state === 'imported' || code === 'import_complete'
    const { status, share, count, message, todo, sampleIds = [] } = isKnown ? standing(facts) : notImported
    // Rounding never gives full points to an open item.
    const points = status === 'done' ? mostPoints : Math.min(mostPoints - 1, Math.floor(share * mostPoints))
    const item = { code: code as RehearsalCode, status, count }
    return {
      ...item,
      required,
      points,
      mostPoints,
      message,
      todo,
      sampleIds: sampleIds.slice(0, mostSamples),
      change: changeOf(
        before?.find((one) => one.code === code),
        item,
      ),
    }
  })
  return {
    go: items.every(({ required, status }) => !required || status === 'done'),
    score: items.reduce((sum, { points }) => sum + points, 0),
    items,
  }
}

function changeOf(before: StoredScoreItem | undefined, now: StoredScoreItem): RehearsalItem['change'] {
  if (!before) return 'new'
  if (before.status === 'unknown' && now.status === 'unknown') return 'same'
  if (before.status === 'unknown' || now.status === 'unknown') return 'new'
  if (before.status !== now.status) return now.status === 'done' ? 'better' : 'worse'
  if (before.count === now.count) return 'same'
  return now.count < before.count ? 'better' : 'worse'
}

/** Bookings change, so an older rehearsal proves nothing about now. */
const validMs = 3_600_000

/** Throws unless a recent rehearsal found every requirement fulfilled. */
export function assertRehearsalPassed(
  last: { rehearsed_at: Date; go: boolean; items: readonly StoredScoreItem[] } | undefined,
  now: Date,
): void {
  const isRecent = last !== undefined && now.getTime() - last.rehearsed_at.getTime() <= validMs
  if (isRecent && last.go) return
  const open = last?.items.filter(({ code, status }) => criteria[code].required && status !== 'done') ?? []
  const why = isRecent
    ? `The last rehearsal is no go: ${open.map(({ code, status }) => `${code} is ${status}`).join(', ')}.`
    : 'There is no rehearsal of the last hour.'
  throw new ApiError(
    'invalid_state',
    `\`requireGo\` is true. ${why}`,
    { field: 'requireGo' },
    {
      fix: 'Do what `POST /v1/migrations/{workspaceId}/rehearsal` names, rehearse again, or leave `requireGo` out.',
    },
  )
}
