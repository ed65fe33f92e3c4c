import { addDays } from '../../connector-kit/dates.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { CalendarChange, CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'
import { intervalsOf, isWritten, runsOf, type NightRun } from './rate-runs.ts'
import { writableRates, type WritableRate } from './rates.ts'
import { fieldOf, readable } from '../../connector-kit/answers.ts'
import { base, getRows } from './envelope.ts'
import { formOf, type FormValue } from './form.ts'
import { VendorRateJob } from './vendor.ts'

const mostIntervals = 30
// A job takes seconds; the calls themselves are the pause between two checks.
const looks = 20

/** Writes intervals of rates and waits for their jobs. Returns the errors by rate. */
async function sendIntervals(
  context: VendorContext,
  intervals: readonly FormValue[],
): Promise<Map<string, string>> {
  const errors = new Map<string, string>()
  for (let start = 0; start < intervals.length; start += mostIntervals) {
    const rates = intervals.slice(start, start + mostIntervals)
    const answer = await context.http.post(`${base}/patchRate`, { body: formOf({ rates }) })
    const jobReferenceID = fieldOf(answer, 'jobReferenceID')
    if (typeof jobReferenceID !== 'string')
      throw new VendorError('malformed', 'rates were sent and their job not told')
    const { updates } = await finished(context, jobReferenceID)
    for (const { rateID, action, message } of updates ?? []) {
      if (action === 'error') errors.set(String(rateID), message ?? 'the vendor could not write the rate')
    }
  }
  return errors
}

async function finished({ http }: VendorContext, jobReferenceID: string): Promise<VendorRateJob> {
  for (let look = 0; look < looks; look++) {
    const rows = await getRows(http, 'getRateJobs', { jobReferenceID })
    const job = readable(VendorRateJob, rows).find((row) => String(row.jobReferenceID) === jobReferenceID)
    if (job !== undefined && (job.status === 'completed' || job.status === 'error')) return job
  }
  throw new VendorError('unavailable', `the job ${jobReferenceID} that writes rates has not ended yet`)
}

type RatesByRoomType = ReadonlyMap<string, WritableRate[]>

/**
 * Jobs write rates, and a completed job proves nothing, so the nights are read again. Properties differ in
 * whether an interval includes its last day: one without it is sent first, and one more day only if the last
 * night alone was left out.
 */
export const calendarWrites: CalendarWrites = {
  fields: { available: true, price: true, minNights: true, maxNights: true },
  batch: { changes: 30, listings: 'many' },

  async write(context, changes) {
    const before = await ratesOf(context, changes)
    const refused = changes.flatMap((change, index) =>
      before.get(change.listingExternalId)?.length === 0
        ? [{ index, message: 'no rate that can be written' }]
        : [],
    )
    const runs = runsOf(changes, before)
    const failures = await writeRuns(context, runs, changes)
    for (const { run, message } of failures) {
      for (const index of run.changes) {
        if (!refused.some((refusal) => refusal.index === index)) refused.push({ index, message })
      }
    }
    return { refused: refused.toSorted((a, b) => a.index - b.index) }
  },
}

async function writeRuns(
  context: VendorContext,
  runs: readonly NightRun[],
  changes: readonly CalendarChange[],
): Promise<{ run: NightRun; message: string }[]> {
  if (runs.length === 0) return []
  const first = await sendNarrow(context, runs)
  const after = await ratesOf(context, changes)
  const left = runs.filter((run) => !isWritten(run, after, run.to))
  // Unchanged nights may still change later; only a missing last night shows how days are counted.
  const isShort = (run: NightRun): boolean =>
    !first.wide && run.from < run.to && isWritten(run, after, addDays(run.to, -1))
  const short = left.filter(isShort)
  const failures = left.filter((run) => !isShort(run)).map((run) => failed(run, first.errors))
  if (short.length === 0) return failures
  const second = await sendIntervals(context, intervalsOf(short, 1))
  const last = await ratesOf(context, changes)
  return [
    ...failures,
    ...short.filter((run) => !isWritten(run, last, run.to)).map((run) => failed(run, second)),
  ]
}

/** The vendor refuses a single night if it does not count the last day. */
async function sendNarrow(
  context: VendorContext,
  runs: readonly NightRun[],
): Promise<{ wide: boolean; errors: Map<string, string> }> {
  try {
    return { wide: false, errors: await sendIntervals(context, intervalsOf(runs, 0)) }
  } catch (error) {
    const isCounting = error instanceof VendorError && /end ?date.*greater/i.test(error.vendorMessage ?? '')
    if (!isCounting) throw error
    return { wide: true, errors: await sendIntervals(context, intervalsOf(runs, 1)) }
  }
}

function failed(run: NightRun, errors: Map<string, string>): { run: NightRun; message: string } {
  const message = run.rateIDs.map((rateID) => errors.get(rateID)).find((text) => text !== undefined)
  if (message !== undefined) return { run, message }
  throw new VendorError('unavailable', `the nights from ${run.from} to ${run.to} have not changed yet`)
}

async function ratesOf(context: VendorContext, changes: readonly CalendarChange[]): Promise<RatesByRoomType> {
  const found = new Map<string, WritableRate[]>()
  for (const [listing, own] of Map.groupBy(changes, ({ listingExternalId }) => listingExternalId)) {
    const days = own.flatMap(({ from, to }) => [from, to]).toSorted()
    found.set(listing, await writableRates(context, listing, days[0] ?? '', days.at(-1) ?? ''))
  }
  return found
}
