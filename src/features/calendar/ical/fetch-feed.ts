/** Fetches a feed's file once and classifies the answer. */
import type { StaleReason } from '../../../contract/ical.ts'
import type { Outbound, OutboundAnswer } from '../../../platform/outbound/client.ts'
import { DownloadFailed, follow, wholeBody } from '../../../platform/outbound/download.ts'
import { TargetRefused } from '../../../platform/outbound/target.ts'
import { FileRefused, type FileReader } from './file/file-reader.ts'
import type { ReadFile } from './file/read-events.ts'

/** In bytes. Platforms' feeds have some thousands. */
const largestFile = 2 * 1024 * 1024
const timeoutMs = 20_000

export interface FeedRequest {
  url: string
  /** Shares the reader thread fairly between owners. */
  owner: string
  etag: string | null
  modified: string | null
  timeZone: string | null
  now: Date
  /** Recurring events are expanded between these days. */
  from: string
  to: string
}

export type FeedResponse =
  | { kind: 'same' }
  | { kind: 'file'; file: ReadFile; etag: string | null; modified: string | null }
  | { kind: 'bad'; reason: StaleReason; detail: string; retryAfterMs: number }

const reasonOfDownload: Record<DownloadFailed['why'], StaleReason> = {
  status: 'http_error',
  empty: 'empty_file',
  too_large: 'too_large',
  broken: 'unreachable',
  timeout: 'timeout',
  redirects: 'redirects',
}

const badResponse = (reason: StaleReason, detail: string, retryAfterMs = 0): FeedResponse => ({
  kind: 'bad',
  reason,
  detail: detail.slice(0, 300),
  retryAfterMs,
})

export async function fetchFeed(
  { outbound, reader }: { outbound: Outbound; reader: FileReader },
  request: FeedRequest,
): Promise<FeedResponse> {
  let retryAfter: string | null = null
  try {
    const headers = {
      accept: 'text/calendar, */*;q=0.1',
      ...(request.etag === null ? {} : { 'if-none-match': request.etag }),
      ...(request.modified === null ? {} : { 'if-modified-since': request.modified }),
    }
    const answer = await follow(outbound, { url: request.url, timeoutMs, maxBytes: largestFile, headers })
    if (answer.status === 429 || answer.status === 503) retryAfter = headerOf(answer, 'retry-after')
    const isConditional = request.etag !== null || request.modified !== null
    if (answer.status === 304 && isConditional) return { kind: 'same' }
    const bytes = wholeBody(answer, largestFile)
    const file = await reader.read({ ...request, bytes }, request.owner)
    return { kind: 'file', file, etag: headerOf(answer, 'etag'), modified: headerOf(answer, 'last-modified') }
  } catch (error) {
    if (error instanceof TargetRefused) return badResponse('refused_address', error.message)
    if (error instanceof FileRefused) return badResponse(error.why, error.message)
    if (!(error instanceof DownloadFailed)) throw error
    // A network error's text can contain the address, which is a secret.
    const detail = error.why === 'broken' ? 'nothing answered, or the connection broke' : error.message
    return badResponse(reasonOfDownload[error.why], detail, pauseMs(retryAfter, request.now))
  }
}

function headerOf({ headers }: OutboundAnswer, name: string): string | null {
  const value = [headers[name]].flat()[0]
  return value !== undefined && value.length > 0 && value.length <= 300 ? value : null
}

const longestPauseMs = 24 * 3_600_000

function pauseMs(retryAfter: string | null, now: Date): number {
  if (retryAfter === null) return 0
  const ms = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime()
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), longestPauseMs) : 0
}
