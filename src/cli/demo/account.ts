/** The demo makes these few API calls. */
import { call, type ApiAccess } from '../api.ts'

/** Subscribes to all reservation events and returns the signing secret. */
export async function subscribe(api: ApiAccess, url: string): Promise<string> {
  const body = { url, events: ['reservation.*'] }
  const { secret } = await call<{ secret: string }>(api, 'POST', '/v1/webhooks', { body })
  return secret
}

export async function connectAccount(
  api: ApiAccess,
  vendor: string,
  credentials: Record<string, string>,
): Promise<void> {
  await call(api, 'POST', `/v1/connect/${vendor}/credentials`, { body: { credentials } })
}

interface DemoImportProgress {
  import?: {
    status: string
    error?: string
    results: { entityType: string; processed: number; expected: number | null }[]
  }
}

/** A part of unknown size counts as not begun. */
const shareOf = (results: NonNullable<DemoImportProgress['import']>['results']): number =>
  results.length === 0
    ? 0
    : results.reduce(
        (sum, { processed, expected }) => sum + (expected ? Math.min(1, processed / expected) : 0),
        0,
      ) / results.length

export async function importProgress(
  api: ApiAccess,
  vendor: string,
): Promise<{ done: boolean; share: number; line: string }> {
  const { import: progress } = await call<DemoImportProgress>(api, 'GET', `/v1/connect/${vendor}`)
  if (!progress) return { done: false, share: 0, line: 'waiting' }
  const counts = progress.results.map(
    ({ entityType, processed, expected }) =>
      `${entityType} ${processed}${expected === null ? '' : `/${expected}`}`,
  )
  const isOver = ['completed', 'partial', 'failed'].includes(progress.status)
  return {
    done: isOver,
    share: isOver ? 1 : shareOf(progress.results),
    line: [progress.status, ...counts, progress.error].filter(Boolean).join(', '),
  }
}
