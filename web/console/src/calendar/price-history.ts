/** Who set the chosen nights to what, from lines of the audit log and from recommended prices. Pure. */
import type { components } from '../api/schema.ts'

type AuditLine = components['schemas']['AuditEntry']
type PricingRow = components['schemas']['PricingHistoryRow']

export interface NightSetting {
  at: string
  /** A name, `auto`, or null where nobody is known by name. */
  who: string | null
  price: number | null
  available: boolean | null
  minNights: number | null
  nights: readonly { first: string; last: string }[]
  requestId: string | null
}

const valueOf = <T extends 'number' | 'boolean'>(value: unknown, type: T) =>
  typeof value === type ? (value as T extends 'number' ? number : boolean) : null

function stretchesOf(value: unknown): { first: string; last: string }[] {
  return (Array.isArray(value) ? value : []).flatMap((stretch: unknown) => {
    const [, first, last] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(String(stretch)) ?? []
    return first === undefined || last === undefined ? [] : [{ first, last }]
  })
}

const isWithin = (nights: NightSetting['nights'], from: string, to: string) =>
  nights.some(({ first, last }) => first <= to && last >= from)

/** A trial changes nothing, and neither does a request that was refused. */
const isMade = ({ outcome, details }: AuditLine) => outcome === 'done' && details?.['dryRun'] !== true

const settingOf = ({ at, actor, details, requestId }: AuditLine): NightSetting => ({
  at,
  who: actor.name ?? actor.prefix,
  price: valueOf(details?.['price'], 'number'),
  available: valueOf(details?.['available'], 'boolean'),
  minNights: valueOf(details?.['minNights'], 'number'),
  nights: stretchesOf(details?.['nights']),
  requestId,
})

/** A recommended price that the calendar was given; the log of recommendations has one line for each night. */
const appliedOf = ({ date, appliedRate, appliedAt, appliedBy }: PricingRow): NightSetting[] =>
  appliedRate === null || appliedAt === null
    ? []
    : [
        {
          ...{ at: appliedAt, who: appliedBy === 'auto' ? 'auto' : null, price: appliedRate },
          ...{ available: null, minNights: null, nights: [{ first: date, last: date }], requestId: null },
        },
      ]

/** The newest first. */
export function settingsOf(
  lines: readonly AuditLine[],
  applied: readonly PricingRow[],
  { from, to }: { from: string; to: string },
): NightSetting[] {
  return [...lines.filter(isMade).map(settingOf), ...applied.flatMap(appliedOf)]
    .filter(({ nights }) => isWithin(nights, from, to))
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
}
