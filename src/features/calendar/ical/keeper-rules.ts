/** Whether the PMS that keeps a listing can be told what feeds close, and which nights. Pure. */
import type { Connector } from '../../../connector-kit/connector.ts'
import type { IcalKeeper } from '../../../contract/ical.ts'
import { unitsLeft, type StoredNight } from '../../../records/calendar/public.ts'
import type { ListingKeeper } from '../../../records/listings/keeper.ts'
import { missingAccess } from '../../../upstream/granted.ts'

type Connectors = Readonly<Record<string, Connector>>

/** null: a native listing. */
export function toIcalKeeper(
  keeper: ListingKeeper,
  unitCount: number,
  connectors: Connectors,
): IcalKeeper | null {
  if (keeper.kind === 'us') return null
  const { provider } = keeper
  const connector = connectors[provider]
  const reason =
    keeper.status !== 'active'
      ? 'not_connected'
      : connector?.operations.calendarWrites?.fields.available !== true
        ? 'not_supported'
        : unitCount !== 1
          ? 'several_units'
          : !keeper.writePolicy.calendar.availability ||
              missingAccess(connector, keeper.granted, 'listings') !== null
            ? 'writes_off'
            : null
  return { provider, told: reason === null, reason }
}

export interface KeeperNightChanges {
  close: string[]
  open: string[]
  /** Nights that need no further look. */
  forget: string[]
}

/**
 * `bare`: the same nights without any feed. Nights the PMS closed or sold itself are not sent; nights it was sent
 * reopen when no feed closes them, unless a stay holds them.
 */
export function keeperNightChanges(
  all: readonly StoredNight[],
  bare: readonly StoredNight[],
  sentNights: ReadonlySet<string>,
): KeeperNightChanges {
  const without = new Map(bare.map((night) => [night.date, night]))
  const isHeld = (night: StoredNight) => {
    const own = without.get(night.date)
    return night.blocked > 0 || (own !== undefined && night.stays > own.stays)
  }
  // A stay that left the night does not count at the PMS: the night's own state does.
  const isOpen = (date: string) => {
    const own = without.get(date)
    return own !== undefined && unitsLeft({ ...own, leaving: 0, uncounted: 0 }) > 0
  }
  const held = new Set(all.filter(isHeld).map(({ date }) => date))
  const gone = [...sentNights].filter((date) => !held.has(date))
  // Stays that left their nights are unknown to the PMS, so it cannot confirm them.
  const open = gone.filter((date) => {
    const own = without.get(date)
    return own !== undefined && own.stays < own.unit_count
  })
  return {
    close: [...held].filter((date) => !sentNights.has(date) && isOpen(date)),
    open,
    // A night held by a stay reopens when the stay leaves; a past night never.
    forget: [...open, ...gone.filter((date) => !without.has(date))],
  }
}
