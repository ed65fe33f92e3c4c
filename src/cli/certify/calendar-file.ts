/**
 * A calendar file of a platform, certified: what a listing that follows it would read. There is no account and no connector, so the
 * checks are its own; the report is that of every certification, and no word of the file is in it.
 */
import type { Config } from '../../platform/config.ts'
import { ApiError } from '../../platform/api-error.ts'
import {
  assertFeedUrl,
  feedEvents,
  feedUrl,
  fetchFeed,
  mostSpans,
  openReading,
  platformOfFile,
  platformOfHost,
  readAhead,
  type FeedEvent,
  type Fetched,
} from '../../features/ical/public.ts'
import type { Figure } from './check.ts'
import { found, isFailure, type Finding } from './findings.ts'
import { reportOf, type Report } from './report.ts'
import type { Result } from './run.ts'
import type { Said } from './words.ts'

export interface CalendarCertification {
  config: Config
  url: string
  version: string
  now(): Date
  signal: AbortSignal
  progress(result: Result): void
}

interface Outcome {
  findings: Finding[]
  figures?: Partial<Record<Figure, number>>
}

const titles = {
  probe: 'The address answers with a calendar',
  events: 'Every event is understood',
  platform: 'The platform is known by its address or its file',
  again: 'A second reading brings the same nights',
  uids: 'Events keep their names from one reading to the next',
  conditional: 'Who has the file already is told so',
} as const
type Id = keyof typeof titles

/** Its words are ours. */
const said = (reason: string) => reason as Said

const nightsOf = (events: readonly FeedEvent[]) =>
  events.map(({ kind, first, until }) => `${kind} ${first} ${until}`).toSorted()
const lost = (before: readonly string[], after: readonly string[]) => {
  const left = [...after]
  return before.filter((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  }).length
}

export async function certifyCalendarFile(asked: CalendarCertification): Promise<Report> {
  const { config, now, signal, progress } = asked
  const results: Result[] = []
  const observed = { statuses: {} as Record<string, number>, failures: {} as Record<string, number> }
  const reading = openReading({ config })
  const url = feedUrl(asked.url)
  const window = readAhead(null, now())
  const asking = { timeZone: null, from: window.today, to: window.horizon }
  const once = async (known: { etag: string | null; modified: string | null }): Promise<Fetched> => {
    const fetched = await fetchFeed(reading, { url, ...known, ...asking, now: now() })
    const status = { file: '200', same: '304', bad: null }[fetched.kind]
    if (status !== null) observed.statuses[status] = (observed.statuses[status] ?? 0) + 1
    if (fetched.kind === 'bad')
      observed.failures[fetched.reason] = (observed.failures[fetched.reason] ?? 0) + 1
    return fetched
  }
  const check = async (id: Id, calls: number, work: () => Promise<Outcome> | Outcome): Promise<boolean> => {
    const begun = performance.now()
    const skip = signal.aborted ? 'stopped' : results[0]?.state === 'failed' ? 'no_access' : null
    const outcome = skip === null ? await work() : { findings: [] }
    const { findings, figures = {} } = outcome
    const isPassed = skip === null && !findings.some(isFailure)
    const state = skip !== null ? 'skipped' : isPassed ? 'passed' : 'failed'
    const ms = Math.round(performance.now() - begun)
    const result: Result = {
      ...{ id, title: titles[id], state, findings, figures, ms },
      ...(skip === null ? { calls } : { calls: 0, why: skip }),
    }
    results.push(result)
    progress(result)
    return isPassed
  }
  const nothingKnown = { etag: null, modified: null }
  let first: Extract<Fetched, { kind: 'file' }> | null = null
  let second: Extract<Fetched, { kind: 'file' }> | null = null
  const eventsIn = ({ file }: Extract<Fetched, { kind: 'file' }>) => {
    const known = platformOfHost(new URL(url).hostname)
    const uids = file.events.map(({ uid }) => uid)
    const platform = known === 'other' ? platformOfFile(file.prodId, uids) : known
    return { platform, events: feedEvents(platform, file.events, window) }
  }
  const keptOut = (fetched: Fetched): Finding[] =>
    fetched.kind === 'bad' ? found('file_kept_out', 1, [said(fetched.reason)]) : []
  try {
    await check('probe', 1, async () => {
      const refused = await assertFeedUrl(url, config.allowPrivateTargets).then(
        () => false,
        (error: unknown) => {
          if (error instanceof ApiError) return true
          throw error
        },
      )
      if (refused) return { findings: found('file_kept_out', 1, [said('refused_address')]) }
      const fetched = await once(nothingKnown)
      if (fetched.kind === 'file') first = fetched
      return { findings: keptOut(fetched) }
    })
    const begun = first as Extract<Fetched, { kind: 'file' }> | null
    await check('events', 0, () => {
      if (!begun) return { findings: [] }
      const { events } = eventsIn(begun)
      const count = (kind: FeedEvent['kind']) => events.filter((event) => event.kind === kind).length
      const { unreadable, cancelled } = begun.file
      return {
        findings: [
          ...found('events_unread', unreadable),
          ...found('calendar_empty', events.length === 0 ? 1 : 0),
        ],
        figures: {
          records: begun.file.events.length,
          confirmed: count('stay'),
          blocks: count('block'),
          cancelled,
        },
      }
    })
    await check('platform', 0, () => ({
      findings: found('platform_unknown', begun && eventsIn(begun).platform === 'other' ? 1 : 0),
    }))
    await check('again', 1, async () => {
      const fetched = await once(nothingKnown)
      if (fetched.kind !== 'file' || !begun) return { findings: keptOut(fetched) }
      second = fetched
      const [before, after] = [nightsOf(eventsIn(begun).events), nightsOf(eventsIn(fetched).events)]
      return {
        findings: [...found('again_lost', lost(before, after)), ...found('again_new', lost(after, before))],
        figures: { compared: before.length },
      }
    })
    const repeated = second as Extract<Fetched, { kind: 'file' }> | null
    await check('uids', 0, () => {
      if (!begun || !repeated) return { findings: [] }
      const uidsOf = (one: typeof begun) => eventsIn(one).events.map(({ uid }) => uid)
      return { findings: found('uids_anew', lost(uidsOf(begun), uidsOf(repeated))) }
    })
    await check('conditional', 1, async () => {
      const { etag = null, modified = null } = repeated ?? begun ?? {}
      if (etag === null && modified === null) return { findings: found('not_conditional', 1) }
      const fetched = await once({ etag, modified })
      return { findings: [...keptOut(fetched), ...found('not_conditional', fetched.kind === 'file' ? 1 : 0)] }
    })
  } finally {
    await reading.close()
  }
  return reportOf({
    manifest: calendarFile,
    version: asked.version,
    now: now(),
    address: config.allowPrivateTargets ? 'another address' : 'the vendor',
    maxRecords: mostSpans,
    wrote: 'nothing',
    results,
    observed,
  })
}

/** Its name among the vendors. */
export const calendarFile = { id: 'ical', displayName: 'Calendar file (iCal)' } as const
