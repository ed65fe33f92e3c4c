/** Writes of stays whose answer is not known: this browser keeps their keys, so that they can be found again. */
import { ApiProblem } from '../api/api-problem.ts'
import { signal } from '../ui/signal.ts'

export type StayWriteKind = 'create' | 'modify' | 'cancel' | 'accept' | 'decline'

export interface StayWrite {
  workspaceId: string
  kind: StayWriteKind
  /** Null for a new one. */
  reservationId: string | null
  /** Null where the screen does not know it. */
  listingId: string | null
  checkIn: string
  checkOut: string
}

export interface UncertainWrite extends StayWrite {
  key: string
  body: string
  at: string
}

const kept = 'lodgewire.stay-writes'

function readKept(): readonly UncertainWrite[] {
  try {
    return (JSON.parse(localStorage.getItem(kept) ?? '[]') ?? []) as UncertainWrite[]
  } catch {
    return []
  }
}

const writes = signal<readonly UncertainWrite[]>(readKept())

function keep(next: readonly UncertainWrite[]): void {
  writes.set(next)
  localStorage.setItem(kept, JSON.stringify(next))
}

export const useUncertainWrites = (): readonly UncertainWrite[] => writes.use()

export const forgetWrite = (key: string): void => keep(writes.get().filter((one) => one.key !== key))

/** Nobody knows yet what became of the write. */
const isUnsure = (error: unknown): boolean =>
  error instanceof ApiProblem &&
  ((error.isPassing && error.status !== 429) || error.code === 'idempotency_key_in_use')

/** Hashes the body, because it names the guest. */
async function fingerprint(body: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  const hash = await crypto.subtle.digest('SHA-256', bytes)
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Sends a write under a key that is kept until the answer is known; the same write has the same key till then. */
export async function trackStayWrite<Reply>(
  write: StayWrite,
  body: unknown,
  send: (headers: { 'idempotency-key': string }) => Promise<Reply>,
): Promise<Reply> {
  const print = await fingerprint([write.kind, write.reservationId, body])
  const known = writes.get().find((one) => one.workspaceId === write.workspaceId && one.body === print)
  const key = known?.key ?? crypto.randomUUID()
  if (!known) keep([...writes.get(), { ...write, key, body: print, at: new Date().toISOString() }])
  try {
    const reply = await send({ 'idempotency-key': key })
    forgetWrite(key)
    return reply
  } catch (error) {
    if (!isUnsure(error)) forgetWrite(key)
    throw error
  }
}
