/** The few calls the demo makes. */
import { call, type Api } from '../api.ts'

/** Subscribes to everything about reservations; the answer is the signing secret. */
export async function subscribe(api: Api, url: string): Promise<string> {
  const body = { url, events: ['reservation.*'] }
  const { secret } = await call<{ secret: string }>(api, 'POST', '/v1/webhooks', { body })
  return secret
}

export async function connectAccount(
  api: Api,
  vendor: string,
  credentials: Record<string, string>,
): Promise<void> {
  await call(api, 'POST', `/v1/connect/${vendor}/credentials`, { body: { credentials } })
}

interface Progress {
  import?: {
    status: string
    error?: string
    results: { entityType: string; processed: number; expected: number | null }[]
  }
}

export async function importProgress(api: Api, vendor: string): Promise<{ done: boolean; line: string }> {
  const { import: progress } = await call<Progress>(api, 'GET', `/v1/connect/${vendor}`)
  if (!progress) return { done: false, line: 'waiting' }
  const counts = progress.results.map(
    ({ entityType, processed, expected }) =>
      `${entityType} ${processed}${expected === null ? '' : `/${expected}`}`,
  )
  return {
    done: ['completed', 'partial', 'failed'].includes(progress.status),
    line: [progress.status, ...counts, progress.error].filter(Boolean).join(', '),
  }
}
