/**
 * Compares upcoming stays of the old and the new system by code and dates. Each is missing, surplus, or has other
 * dates, with a reason.
 */

export interface ListedStay {
  confirmationCode: string
  checkIn: string
  checkOut: string
}

export interface SourceStay extends ListedStay {
  reservationId: string
  platform: string | null
  status: 'confirmed' | 'pending' | 'cancelled'
  /** Today's date at the property. */
  today: string
}

const missingReasons = ['not_in_your_list', 'listed_too_few_times', 'no_code_at_source'] as const
const extraReasons = [
  'unknown_code',
  'no_code',
  'cancelled',
  'not_confirmed_yet',
  'already_over',
  'duplicate_in_your_list',
] as const
const mismatchReasons = ['check_in_differs', 'check_out_differs', 'dates_differ'] as const

export interface Comparison {
  matched: number
  missing: (SourceStay & { reason: (typeof missingReasons)[number] })[]
  extra: (ListedStay & { reason: (typeof extraReasons)[number] })[]
  mismatched: { source: SourceStay; destination: ListedStay; reason: (typeof mismatchReasons)[number] }[]
}

/** Ignores letter case, spaces and hyphens, because people copy codes by hand. */
export const codeKey = (code: string): string => code.toUpperCase().replaceAll(/[\s-]+/gu, '')

/** A stay that ends today is irrelevant in the new system, and no error in it. */
const isUpcoming = ({ status, checkOut, today }: SourceStay) => status === 'confirmed' && checkOut > today
const mayBeListed = ({ status, checkOut, today }: SourceStay) => status === 'confirmed' && checkOut === today

const hasDatesOf = (a: ListedStay) => (b: ListedStay) => a.checkIn === b.checkIn && a.checkOut === b.checkOut

function byCode<T extends ListedStay>(stays: readonly T[]): Map<string, T[]> {
  const inOrder = stays.toSorted((a, b) =>
    `${a.checkIn} ${a.checkOut}` < `${b.checkIn} ${b.checkOut}` ? -1 : 1,
  )
  return Map.groupBy(inOrder, (stay) => codeKey(stay.confirmationCode))
}

/** Removes and returns the first match. */
function take<T>(from: T[], fits: (one: T) => boolean): T | undefined {
  const place = from.findIndex(fits)
  return place < 0 ? undefined : from.splice(place, 1)[0]
}

/**
 * A booking of several rooms is several stays with one code. Those with equal dates pair first, then the rest in order.
 */
export function compareStays(source: readonly SourceStay[], listed: readonly ListedStay[]): Comparison {
  const found: Comparison = { matched: 0, missing: [], extra: [], mismatched: [] }
  const [ours, theirs] = [byCode(source), byCode(listed)]
  for (const key of new Set([...ours.keys(), ...theirs.keys()]))
    compareCode(key, ours.get(key) ?? [], theirs.get(key) ?? [], found)
  return found
}

function compareCode(
  key: string,
  sourceStays: readonly SourceStay[],
  listed: readonly ListedStay[],
  found: Comparison,
): void {
  const wanted = sourceStays.filter(isUpcoming)
  if (key === '') {
    found.missing.push(...wanted.map((stay) => ({ ...stay, reason: 'no_code_at_source' as const })))
    found.extra.push(...listed.map((stay) => ({ ...stay, reason: 'no_code' as const })))
    return
  }
  const allowed = sourceStays.filter(mayBeListed)
  const left = listed.filter((stay) => {
    const pair = take(wanted, hasDatesOf(stay)) ?? take(allowed, hasDatesOf(stay))
    if (pair) found.matched += 1
    return pair === undefined
  })
  for (const destination of left) {
    const pair = isRepeated(destination, sourceStays, listed) ? undefined : wanted.shift()
    if (pair) found.mismatched.push({ source: pair, destination, reason: howDatesDiffer(pair, destination) })
    else found.extra.push({ ...destination, reason: whyExtra(destination, sourceStays, listed) })
  }
  const reason = listed.length > 0 ? 'listed_too_few_times' : 'not_in_your_list'
  found.missing.push(...wanted.map((stay) => ({ ...stay, reason: reason as 'not_in_your_list' })))
}

/** Whether it repeats a stay, rather than being another of its booking with other dates. */
function isRepeated(
  stay: ListedStay,
  sourceStays: readonly SourceStay[],
  listed: readonly ListedStay[],
): boolean {
  const isSame = hasDatesOf(stay)
  const standing = sourceStays.filter((one) => isUpcoming(one) || mayBeListed(one)).filter(isSame).length
  return standing > 0 && listed.filter(isSame).length > standing
}

function howDatesDiffer(a: ListedStay, b: ListedStay): (typeof mismatchReasons)[number] {
  if (a.checkOut === b.checkOut) return 'check_in_differs'
  return a.checkIn === b.checkIn ? 'check_out_differs' : 'dates_differ'
}

function whyExtra(
  stay: ListedStay,
  sourceStays: readonly SourceStay[],
  listed: readonly ListedStay[],
): (typeof extraReasons)[number] {
  if (sourceStays.length === 0) return 'unknown_code'
  if (isRepeated(stay, sourceStays, listed) || sourceStays.some((one) => isUpcoming(one) || mayBeListed(one)))
    return 'duplicate_in_your_list'
  // Stays with these dates decide; without one, the booking's last stay.
  const same = sourceStays.filter(hasDatesOf(stay))
  const meant =
    same.length > 0 ? same : sourceStays.filter((one) => sourceStays.slice(-1).every(hasDatesOf(one)))
  const states = new Set(meant.map(({ status }) => status))
  if (states.has('pending')) return 'not_confirmed_yet'
  return states.has('confirmed') ? 'already_over' : 'cancelled'
}
