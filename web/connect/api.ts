/** The server's HTTP API, as far as the page needs it. Addresses are relative: the server may stand below a path. */
import type {
  ChannelUnits,
  ClaimedRooms,
  RoomMapping,
  Session,
  UnitMapping,
  UnitMappings,
} from './session.ts'

/** Checking credentials waits for the vendor, who may take a minute. */
const patienceMs = 120_000

export interface Problem {
  /**
   * A code of the API, `offline` when no answer came, or what a provider's page sent the person back with: `access_denied`,
   * `consent_failed`.
   */
  code: string
  status: number
  field: string | null
  retryAfter: number | null
  /** Which kind of this problem it is, where there are several. */
  reason: string | null
  /** By which the server's log knows the request. */
  requestId: string | null
  /** Of a session whose time is over: how it stood then, and where it leads back to. */
  sessionStatus: string | null
  returnUrl: string | null
}

export type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem }

export interface ConnectApi {
  read(): Promise<Answer<Session>>
  choose(provider: string): Promise<Answer<unknown>>
  /** `mapUnits`: what the account sells is mapped before the session ends. */
  connect(
    provider: string,
    credentials: Record<string, string | string[]>,
    more?: { mapUnits: true },
  ): Promise<Answer<unknown>>
  /** Claims a property that the channel has to have named us for. */
  claim(hotelId: string): Promise<Answer<unknown>>
  rooms(): Promise<Answer<ClaimedRooms>>
  mapRooms(mappings: readonly RoomMapping[]): Promise<Answer<unknown>>
  /** `account`: `channel:id`. */
  units(account: string): Promise<Answer<ChannelUnits>>
  /** `finish`: the session ends with it. */
  mapUnits(account: string, mappings: readonly UnitMapping[], finish: boolean): Promise<Answer<UnitMappings>>
  cancel(): Promise<Answer<unknown>>
}

/** A problem that no answer of the API told of. */
export const problemOf = (code: string): Problem => problemIn(0, { error: { code } })

export function connectApi(sessionId: string, page: string): ConnectApi {
  const session = `sessions/${encodeURIComponent(sessionId)}`
  const addressOf = (path: string) => new URL(`../v1/connect/${path}`, page)
  const call = <T>(path: string, body?: unknown) =>
    send<T>(addressOf(path), body === undefined ? {} : posted(body))
  return {
    read: () => call<Session>(session),
    choose: (provider) => call(`${session}/select-provider`, { provider }),
    connect: (provider, credentials, more) =>
      call(`${encodeURIComponent(provider)}/credentials`, { sessionId, credentials, ...more }),
    claim: (hotelId) => call('booking/verify', { sessionId, hotelId }),
    rooms: () => call<ClaimedRooms>(`booking/rooms?${new URLSearchParams({ sessionId })}`),
    mapRooms: (mappings) => call('booking/map-rooms', { sessionId, mappings }),
    units: (account) =>
      call<ChannelUnits>(
        `${unitsOf(account)}/units?${new URLSearchParams({ sessionId, optionsLimit: '500' })}`,
      ),
    mapUnits: (account, mappings, finish) =>
      call<UnitMappings>(`${unitsOf(account)}/mappings`, { sessionId, mappings, finish }),
    // No other site can send this header, so none can cancel what somebody has open.
    cancel: () =>
      send(addressOf(`${session}/cancel`), { method: 'POST', headers: { 'x-connect-page': '1' } }),
  }
}

const unitsOf = (account: string) => `../connections/${encodeURIComponent(account)}`

const posted = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

async function send<T>(address: URL, init: RequestInit): Promise<Answer<T>> {
  try {
    const response = await fetch(address, {
      ...init,
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(patienceMs),
    })
    const body: unknown = await response.json().catch(() => null)
    if (response.ok && body !== null) return { ok: true, value: body as T }
    return { ok: false, problem: problemIn(response.status, body) }
  } catch {
    return { ok: false, problem: problemOf('offline') }
  }
}

function problemIn(status: number, body: unknown): Problem {
  const error = (body as { error?: Record<string, unknown> } | null)?.error ?? {}
  const text = (name: string) => (typeof error[name] === 'string' ? error[name] : null)
  return {
    // A proxy in between answers without a code.
    code: text('code') ?? 'internal_error',
    status,
    field: text('field'),
    retryAfter: typeof error.retry_after === 'number' ? error.retry_after : null,
    reason: text('reason'),
    requestId: text('request_id'),
    sessionStatus: text('session_status'),
    returnUrl: text('returnUrl'),
  }
}
