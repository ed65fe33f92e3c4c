import type { ListingRecord } from '../../contract/records.ts'
import { addDays } from '../dates.ts'
import { nothing } from './check.ts'
import type { CertificationCheck, CertificationRun } from './check.ts'
import { found } from './findings.ts'
import type { CertificationFinding } from './findings.ts'
import { calendarFindings, differingFields } from './judges.ts'

const shortDays = 90

const calendarOf = (run: CertificationRun) => run.connector.operations.calendar

export const calendarChecks: CertificationCheck[] = [
  {
    id: 'calendar',
    title: 'Calendars cover every day asked for, one of them as far as it is kept',
    needs: ({ calendar }) => calendar !== undefined,
    async run(run) {
      const calendar = calendarOf(run)
      if (run.seen.listings === undefined || calendar === undefined) return { skip: 'walk_failed' }
      const listings = run.seen.listings.records.slice(0, run.samples.calendars)
      if (listings.length === 0) return nothing
      const from = today(run)
      const findings: CertificationFinding[] = []
      run.seen.nights = []
      for (const [index, listing] of listings.entries()) {
        run.bounds.signal.throwIfAborted()
        const to = addDays(from, (index === 0 ? run.connector.manifest.sync.calendarDays : shortDays) - 1)
        const days = await calendar.range(run.context, { listing, from, to })
        run.seen.nights.push({ listing, from, to, days })
        findings.push(...calendarFindings(days, { from, to, unitCount: listing.unitCount }, run.words))
      }
      const days = run.seen.nights.reduce((sum, read) => sum + read.days.length, 0)
      return { findings, figures: { listings: listings.length, days } }
    },
  },
  {
    id: 'calendar.together',
    title: 'Calendars read together are as those read one by one',
    needs: ({ calendar }) => calendar?.together !== undefined,
    async run(run) {
      const together = calendarOf(run)?.together
      const { nights } = run.seen
      if (together === undefined || nights === undefined) return { skip: 'walk_failed' }
      const some = nights.slice(1, 1 + together.listings)
      const [first] = some
      if (first === undefined) return nothing
      const listings: ListingRecord[] = some.map(({ listing }) => listing)
      const read = await together.ranges(run.context, { listings, from: first.from, to: first.to })
      const differing = some.flatMap(({ listing, days }) =>
        (read.get(listing.externalId) ?? []).flatMap((day, index) => {
          const other = days[index]
          return other === undefined ? ['date'] : differingFields(day, other)
        }),
      )
      return {
        findings: found('together_differs', differing.length, differing.map(run.words.say)),
        figures: { listings: listings.length, compared: read.size },
      }
    },
  },
]

const today = (run: CertificationRun): string => run.context.now().toISOString().slice(0, 10)
