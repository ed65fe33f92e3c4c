/** The few calls the demo makes, as any client would make them. */

export interface Api {
  baseUrl: string
  key: string
}

async function call<T>(api: Api, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${api.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${api.key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as T & { error?: { message: string; fix: string } }
  if (response.ok) return answer
  throw new Error(`${method} ${path}: ${answer.error?.message ?? response.status} ${answer.error?.fix ?? ''}`)
}

/** Subscribes to everything about reservations; the answer is the signing secret. */
export async function subscribe(api: Api, url: string): Promise<string> {
  const { secret } = await call<{ secret: string }>(api, 'POST', '/v1/webhooks', {
    url,
    events: ['reservation.*'],
  })
  return secret
}

export async function connectAccount(
  api: Api,
  vendor: string,
  credentials: Record<string, string>,
): Promise<void> {
  await call(api, 'POST', `/v1/connect/${vendor}/credentials`, { credentials })
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
