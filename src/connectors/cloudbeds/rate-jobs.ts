import { fieldOf, readable } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { base, getRows } from './envelope.ts'
import { formOf, type FormValue } from './form.ts'
import { VendorRateJob } from './vendor.ts'

const mostIntervals = 30
// A job takes seconds; the calls themselves are the pause between two looks.
const looks = 20

/** Writes intervals of rates and waits for the jobs that do it. What went wrong, by the rate. */
export async function sendIntervals(
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
