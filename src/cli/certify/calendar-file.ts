/**
 * Certifies a platform's calendar file: what a listing that follows it would read. It has no account or connector, so
 * the checks are its own. The report has no word of the file.
 */
import type { Config } from '../../platform/config.ts'
import { ApiError } from '../../platform/api-error.ts'
import {
  assertFeedUrl,
  feedEvents,
  feedUrl,
  fetchFeed,
  mostSpans,
  openFeedReading,
  platformOfFile,
  platformOfHost,
  readAhead,
  type FeedEvent,
  type FeedResponse,
} from '../../features/calendar/public.ts'
import type { Figure } from '../../connector-kit/checks/check.ts'
import { found, isFailure, type CertificationFinding } from '../../connector-kit/checks/findings.ts'
import { reportOf, type Report } from './report.ts'
import type { Result } from './run.ts'
import type { ReportableName } from '../../connector-kit/checks/words.ts'

export interface CalendarCertification {
  config: Config
  url: string
  version: string
  now(): Date
  signal: AbortSignal
  progress(result: Result): void
}

interface FileCheckOutcome {
  findings: CertificationFinding[]
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

/** The texts are our own constants. */
const said = (reason: string) => reason as ReportableName

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

type ReadOnce = Extract<FeedResponse, { kind: 'file' }>
type FeedValidators = Pick<ReadOnce, 'etag' | 'modified'>
const nothingKnown: FeedValidators = { etag: null, modified: null }

const keptOut = (fetched: FeedResponse): CertificationFinding[] =>
  fetched.kind === 'bad' ? found('file_kept_out', 1, [said(fetched.reason)]) : []

/** Opens the file as a feed would, recording the result of each request. */
function openFile({ config, now, url: address }: CalendarCertification) {
  const reading = openFeedReading({ config })
  const url = feedUrl(address)
  const window = readAhead(null, now())
  const observed = { statuses: {} as Record<string, number>, failures: {} as Record<string, number> }
  const count = (counts: Record<string, number>, name: string) => (counts[name] = (counts[name] ?? 0) + 1)
  return {
    observed,
    close: () => reading.close(),
    async isRefused(): Promise<boolean> {
      try {
        await assertFeedUrl(url, config.allowPrivateTargets)
        return false
      } catch (error) {
        if (error instanceof ApiError) return true
        throw error
      }
    },
    async read(validators: FeedValidators): Promise<FeedResponse> {
      const asking = { timeZone: null, owner: 'certify', from: window.today, to: window.horizon, now: now() }
      const fetched = await fetchFeed(reading, { url, ...validators, ...asking })
      if (fetched.kind === 'bad') count(observed.failures, fetched.reason)
      else count(observed.statuses, fetched.kind === 'file' ? '200' : '304')
      return fetched
    },
    eventsIn({ file }: ReadOnce) {
      const known = platformOfHost(new URL(url).hostname)
      const uids = file.events.map(({ uid }) => uid)
      const platform = known === 'other' ? platformOfFile(file.prodId, uids) : known
      return { platform, events: feedEvents(platform, file.events, window) }
    },
  }
}
type CalendarFile = ReturnType<typeof openFile>

type FileCheckRunner = (
  id: Id,
  calls: number,
  work: () => Promise<FileCheckOutcome> | FileCheckOutcome,
) => Promise<void>

function checksInto(results: Result[], { signal, progress }: CalendarCertification): FileCheckRunner {
  return async (id, calls, work) => {
    const begun = performance.now()
    const skip = signal.aborted ? 'stopped' : results[0]?.state === 'failed' ? 'no_access' : null
    const { findings, figures = {} } = skip === null ? await work() : { findings: [] }
    const state = skip !== null ? 'skipped' : findings.some(isFailure) ? 'failed' : 'passed'
    const ms = Math.round(performance.now() - begun)
    const result: Result = {
      ...{ id, title: titles[id], state, findings, figures, ms },
      ...(skip === null ? { calls } : { calls: 0, why: skip }),
    }
    results.push(result)
    progress(result)
  }
}

async function checkReadings(file: CalendarFile, check: FileCheckRunner): Promise<void> {
  const first = await readFirst(file, check)
  await check('events', 0, () => (first ? eventsOf(file, first) : { findings: [] }))
  await check('platform', 0, () => ({
    findings: found('platform_unknown', first && file.eventsIn(first).platform === 'other' ? 1 : 0),
  }))
  const read: { again: ReadOnce | null } = { again: null }
  await check('again', 1, async () => {
    const fetched = await file.read(nothingKnown)
    if (fetched.kind !== 'file' || !first) return { findings: keptOut(fetched) }
    read.again = fetched
    const [before, after] = [nightsOf(file.eventsIn(first).events), nightsOf(file.eventsIn(fetched).events)]
    return {
      findings: [...found('again_lost', lost(before, after)), ...found('again_new', lost(after, before))],
      figures: { compared: before.length },
    }
  })
  await check('uids', 0, () => {
    if (!first || !read.again) return { findings: [] }
    const uidsOf = (one: ReadOnce) => file.eventsIn(one).events.map(({ uid }) => uid)
    return { findings: found('uids_anew', lost(uidsOf(first), uidsOf(read.again))) }
  })
  await check('conditional', 1, async () => {
    const { etag, modified } = read.again ?? first ?? nothingKnown
    if (etag === null && modified === null) return { findings: found('not_conditional', 1) }
    const fetched = await file.read({ etag, modified })
    return { findings: [...keptOut(fetched), ...found('not_conditional', fetched.kind === 'file' ? 1 : 0)] }
  })
}

async function readFirst(file: CalendarFile, check: FileCheckRunner): Promise<ReadOnce | null> {
  const read: { first: ReadOnce | null } = { first: null }
  await check('probe', 1, async () => {
    if (await file.isRefused()) return { findings: found('file_kept_out', 1, [said('refused_address')]) }
    const fetched = await file.read(nothingKnown)
    if (fetched.kind === 'file') read.first = fetched
    return { findings: keptOut(fetched) }
  })
  return read.first
}

function eventsOf(calendar: CalendarFile, read: ReadOnce): FileCheckOutcome {
  const { events } = calendar.eventsIn(read)
  const count = (kind: FeedEvent['kind']) => events.filter((event) => event.kind === kind).length
  const { unreadable, cancelled } = read.file
  return {
    findings: [
      ...found('events_unread', unreadable),
      ...found('zones_lost', events.filter(({ lostZone }) => lostZone).length),
      ...found('words_unknown', events.filter(({ lostWords }) => lostWords).length),
      ...found('calendar_empty', events.length === 0 ? 1 : 0),
    ],
    figures: {
      ...{ records: read.file.events.length, confirmed: count('stay') },
      ...{ blocks: count('block'), cancelled },
    },
  }
}

export async function certifyCalendarFile(certification: CalendarCertification): Promise<Report> {
  const { config, now, version } = certification
  const results: Result[] = []
  const file = openFile(certification)
  try {
    await checkReadings(file, checksInto(results, certification))
  } finally {
    await file.close()
  }
  return reportOf({
    manifest: calendarFile,
    version,
    now: now(),
    address: config.allowPrivateTargets ? 'another address' : 'the vendor',
    maxRecords: mostSpans,
    wrote: 'nothing',
    results,
    observed: file.observed,
  })
}

/** Reports list it under this name among the vendors. */
export const calendarFile = { id: 'ical', displayName: 'Calendar file (iCal)' } as const
