import type { CalendarChange } from '../../connector-kit/calendar-write-operations.ts'
import type { CalendarDayRecord, ListingRecord } from '../../contract/records.ts'
import { nothing, offered } from '../../connector-kit/checks/check.ts'
import type { CertificationCheck, CheckOutcome, CertificationRun } from '../../connector-kit/checks/check.ts'
import { found } from '../../connector-kit/checks/findings.ts'
import { didNothing, farNights, nightsOf, orderedListing, putBack, showsSoon } from './write-order.ts'
import type { WriteOrder } from './write-order.ts'

type TrialNightSetting = { price?: string; minNights?: number }

/** Changes price and minimum stay of one far night, reads them back, and restores them. */
export const nightCheck = (order: WriteOrder): CertificationCheck => ({
  id: 'write.night',
  title: 'A far night takes another price and shortest stay, shows them, and is put back',
  needs: ({ calendar, calendarWrites }) =>
    calendar !== undefined &&
    (calendarWrites?.fields.price === true || calendarWrites?.fields.minNights === true),
  async run(run) {
    const listing = await orderedListing(run, order)
    if (listing === null) return { findings: found('no_listing', 1), figures: {} }
    const night = (await farNights(run, order, listing, 1))?.[0]
    if (night === undefined) return { findings: found('no_free_night', 1), figures: {} }
    const before = settingOf(run, night)
    if (before.price === undefined && before.minNights === undefined) return nothing
    return changeAndPutBack(run, order, listing, { date: night.date, before })
  },
})

async function changeAndPutBack(
  run: CertificationRun,
  order: WriteOrder,
  listing: ListingRecord,
  { date, before }: { date: string; before: TrialNightSetting },
): Promise<CheckOutcome> {
  const { write } = offered(run.connector.operations.calendarWrites)
  const set = async (setting: TrialNightSetting): Promise<boolean> => {
    const change: CalendarChange = {
      listingExternalId: listing.externalId,
      unitCount: listing.unitCount,
      from: date,
      to: date,
      currency: listing.currency ?? null,
      ...setting,
    }
    return (await write(order.context, [change])).refused.length === 0
  }
  const shows = async (setting: TrialNightSetting): Promise<boolean> => {
    const [night] = await nightsOf(run, order, listing, { from: date, to: date })
    return night !== undefined && fits(night, setting)
  }
  const byHand = `set the night of ${date} of listing ${listing.externalId} to ${inWords(before)}`
  order.say(`Changing a night. Should this program be killed now: ${byHand}.`)
  run.bounds.signal.throwIfAborted()
  const changed = another(before)
  let findings = found('write_refused', 0)
  try {
    if (!(await set(changed))) findings = found('write_refused', 1)
    else if (!(await showsSoon(() => shows(changed), order))) findings = found('write_not_seen', 1)
  } catch (error) {
    if (didNothing(error)) return { findings: found('write_refused', 1), figures: {} }
    // A channel that fails now may answer when the night is restored.
    const isThere = await showsSoon(() => shows(changed), order).catch(() => false)
    findings = isThere ? found('answer_lost', 1) : found('write_failed', 1)
  }
  order.say('Putting the night back.')
  const undone = await putBack(
    order,
    byHand,
    async () => (await set(before)) && showsSoon(() => shows(before), order),
  )
  if (undone.findings.every(({ code }) => code !== 'not_undone')) order.say('The night is as it was.')
  return { findings: [...findings, ...undone.findings], figures: { tries: undone.tries } }
}

function settingOf(run: CertificationRun, night: CalendarDayRecord): TrialNightSetting {
  const { fields } = offered(run.connector.operations.calendarWrites)
  const { price, minNights } = night
  return {
    ...(fields.price && typeof price === 'string' ? { price } : {}),
    ...(fields.minNights && typeof minNights === 'number' && minNights > 0 ? { minNights } : {}),
  }
}

/** Adds one unit of money and one night. */
function another({ price, minNights }: TrialNightSetting): TrialNightSetting {
  return {
    ...(price === undefined ? {} : { price: price.replace(/^\d+/, (units) => String(BigInt(units) + 1n)) }),
    ...(minNights === undefined ? {} : { minNights: minNights + 1 }),
  }
}

const fits = (night: CalendarDayRecord, { price, minNights }: TrialNightSetting): boolean =>
  (price === undefined || Number(night.price) === Number(price)) &&
  (minNights === undefined || night.minNights === minNights)

const inWords = ({ price, minNights }: TrialNightSetting): string =>
  [price === undefined ? '' : `price ${price}`, minNights === undefined ? '' : `shortest stay ${minNights}`]
    .filter(Boolean)
    .join(' and ')
