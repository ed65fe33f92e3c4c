/** The server's HTTP API, as far as the page needs it. Addresses are relative: the server may stand below a path. */
import type { Billing, BillingPage } from '../../src/contract/billing.ts'
import type { Member, MemberSession } from '../../src/contract/members.ts'

export type { Billing, Member, MemberSession }

export interface Problem {
  /** A code of the API, or `offline` when no answer came. */
  code: string
  retryAfter: number | null
  /** By which the server's log knows the request. */
  requestId: string | null
}

export type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem }

const patienceMs = 60_000

export const api = {
  ask: (email: string, locale: string) =>
    send<{ expiresInSeconds: number }>('POST', 'sign-in', { email, locale }),
  redeem: (token: string) => send<{ member: Member }>('POST', 'sign-in/redeem', { token }),
  me: () => send<Member>('GET', 'members/me'),
  sessions: (memberId: string) =>
    send<{ data: MemberSession[] }>('GET', `sessions?limit=100&memberId=${encodeURIComponent(memberId)}`),
  end: (id: string) => send('DELETE', `sessions/${encodeURIComponent(id)}`),
  billing: () => send<Billing>('GET', 'billing'),
  buy: (plan: string) => send<BillingPage>('POST', 'billing', { plan }),
}

async function send<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
  try {
    const response = await fetch(new URL(`v1/${path}`, location.href), {
      method,
      // No other site can send this header: with it alone the cookie counts.
      headers: {
        'x-connect-page': '1',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      cache: 'no-store',
      credentials: 'same-origin',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(patienceMs),
    })
    const answer: unknown = await response.json().catch(() => null)
    if (response.ok && answer !== null) return { ok: true, value: answer as T }
    return { ok: false, problem: problemIn(answer) }
  } catch {
    return { ok: false, problem: { code: 'offline', retryAfter: null, requestId: null } }
  }
}

function problemIn(body: unknown): Problem {
  const error = (body as { error?: Record<string, unknown> } | null)?.error ?? {}
  return {
    // A proxy in between answers without a code.
    code: typeof error.code === 'string' ? error.code : 'internal_error',
    retryAfter: typeof error.retry_after === 'number' ? error.retry_after : null,
    requestId: typeof error.request_id === 'string' ? error.request_id : null,
  }
}
