/** Sends requests while a provider misbehaves, and checks the answers. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { TestAnswer, TestApp } from '../harness/app.ts'
import {
  narrowLimit,
  sharedAccount,
  throttledSeconds,
  type MisbehavingVendor,
  type Mood,
} from './misbehaving-vendor.ts'

/** A tenth of the promised time keeps the loop short, and a busy machine changes nothing. */
export const answerWithinMs = 1_000
const promisedMs = 10_000

export const troubles = ['throttles', 'hangs', 'has no room'] as const

/** Sets the mood for every account from now on. */
export async function setMood(t: TestApp, vendor: MisbehavingVendor, mood: Mood): Promise<void> {
  vendor.mood = mood
  await t.forgetClients()
  await sql`delete from upstream_budgets`.execute(t.db)
  if (mood !== 'has no room') return
  for (const id of Object.keys(t.services.connectors))
    await t.services.clients.budget.take(`${id}:${sharedAccount}`, [narrowLimit], 'guest')
}

/** Calls the misbehaving vendor in place of every connector. */
export function callInPlaceOf(t: TestApp, vendor: MisbehavingVendor): void {
  const { services } = t
  services.connectors = Object.fromEntries(
    Object.entries(services.connectors).map(([id, known]) => [id, vendor.connector(known)]),
  )
  services.config = {
    ...services.config,
    vendorBaseUrls: new Map(Object.keys(services.connectors).map((id) => [id, vendor.url])),
  }
}

export interface Tried extends TestAnswer {
  ms: number
  sent: number
  asked: number
}

export async function tried(vendor: MisbehavingVendor, request: () => Promise<TestAnswer>): Promise<Tried> {
  const { sent, asked } = vendor
  const began = performance.now()
  const answer = await request()
  const ms = performance.now() - began
  return { ...answer, ms, sent: vendor.sent - sent, asked: vendor.asked - asked }
}

/** Checks an answer that cannot do what was asked: status, code and the wait if it is known. */
export function assertAnswered(answer: Tried, mood: Mood, about: string): void {
  const { status, headers, body, ms } = answer
  const told = `${about}, ${mood}: ${status} in ${Math.round(ms)} ms ${answer.text}`
  assert.ok(ms < promisedMs, told)
  // The answer came from stored data, or the work was queued.
  if (status < 300) return
  const isBusy = status === 429 || status === 503
  assert.ok(isBusy || (mood === 'hangs' && status === 502), told)
  // Nobody knows when a silent provider is back.
  if (!isBusy || (mood === 'hangs' && headers['retry-after'] === undefined)) return
  const wait = Number(headers['retry-after'])
  assert.equal(wait, body['error']?.['retry_after'], told)
  if (mood === 'throttles') {
    assert.equal(status, 429, told)
    assert.ok(wait > throttledSeconds - 30 && wait <= throttledSeconds + 2, told)
  } else assert.ok(wait >= 1 && wait <= narrowLimit.windowSeconds + 2, told)
}
