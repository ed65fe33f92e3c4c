import type { VendorAnswer } from '../kit/definition.ts'

export const failure = (status: number, title: string, detail: string): VendorAnswer => ({
  status,
  body: { status, title, detail },
})

export const unauthorized = failure(401, 'Unauthorized', 'Authentication failed')
export const notFound = failure(404, 'Not Found', 'The resource was not found')

const perMinute = 700

/** Every answer reports the limit; only a refusal says how long to wait. */
export function limitHeaders(left: number, waitSeconds?: number): Record<string, string> {
  return {
    'x-ratelimit-limit': String(perMinute),
    'x-ratelimit-remaining': String(left),
    ...(waitSeconds === undefined ? {} : { 'x-ratelimit-retry-after': String(waitSeconds) }),
  }
}

export function rateLimited(waitSeconds: number): VendorAnswer {
  const answer = failure(429, 'Too Many Requests', 'Too many requests')
  return { ...answer, headers: limitHeaders(0, waitSeconds) }
}
