/** Whether the PMS that keeps a listing is told of what its feeds close, and which nights it is told. Pure. */
import type { Connector } from '../../../connector-kit/connector.ts'
import type { IcalKeeper } from '../../../contract/ical.ts'
import { unitsLeft, type StoredNight } from '../../../records/calendar/public.ts'
import type { Keeper } from '../../../records/listings/keeper.ts'
import { missingAccess } from '../../../upstream/granted.ts'

type Connectors = Readonly<Record<string, Connector>>

/** null: the listing is kept here. */
export function toIcalKeeper(keeper: Keeper, unitCount: number, connectors: Connectors): IcalKeeper | null {
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
  /** Nights that need no look any more. */
  forget: string[]
}

/**
 * `bare`: the same nights as if no feed were followed. What the PMS has closed or sold by itself it is not told again, and
 * what it was told is opened when no feed closes it any more, unless a stay has it by now.
 */
export function keeperNightChanges(
  all: readonly StoredNight[],
  bare: readonly StoredNight[],
  told: ReadonlySet<string>,
): KeeperNightChanges {
  const without = new Map(bare.map((night) => [night.date, night]))
  const isHeld = (night: StoredNight) => {
    const own = without.get(night.date)
    return night.blocked > 0 || (own !== undefined && night.stays > own.stays)
  }
  // A stay that left its night keeps nobody out at the PMS: what it says of the night itself is what counts.
  const isOpen = (date: string) => {
    const own = without.get(date)
    return own !== undefined && unitsLeft({ ...own, leaving: 0, uncounted: 0 }) > 0
  }
  const held = new Set(all.filter(isHeld).map(({ date }) => date))
  const gone = [...told].filter((date) => !held.has(date))
  // Stays that left their nights are not the PMS's: what it does not know of, it does not confirm.
  const open = gone.filter((date) => {
    const own = without.get(date)
    return own !== undefined && own.stays < own.unit_count
  })
  return {
    close: [...held].filter((date) => !told.has(date) && isOpen(date)),
    open,
    // What a stay has by now is opened when it leaves; what is over, never.
    forget: [...open, ...gone.filter((date) => !without.has(date))],
  }
}
