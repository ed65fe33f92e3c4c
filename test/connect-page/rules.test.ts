/** What the connect page decides without a browser. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { errors } from '../../src/contract/errors.ts'
import type { Problem } from '../../web/connect/api.ts'
import { create, firstChoice, leave } from '../../web/connect/first-choice.ts'
import { messageFor, webAddress } from '../../web/connect/message.ts'
import { explain, troubleOf } from '../../web/connect/problem.ts'
import { isOver, nextPause, ratioOf, timeLeft } from '../../web/connect/progress.ts'
import type { ClaimedRoom, Import, Session } from '../../web/connect/session.ts'
import { wordsFor } from '../../web/connect/text.ts'
import { cleaned, valueOf } from '../../web/connect/value.ts'

const entity = (more: Partial<Import['entities'][number]>) => ({
  entity: 'listings',
  seen: 0,
  expected: null,
  done: false,
  ...more,
})
const importOf = (entities: Import['entities'], status: Import['status'] = 'running'): Import => ({
  status,
  entities,
  estimatedEndAt: null,
  error: null,
})
const problem = (more: Partial<Problem>): Problem => ({
  code: 'internal_error',
  status: 500,
  field: null,
  retryAfter: null,
  reason: null,
  requestId: null,
  sessionStatus: null,
  returnUrl: null,
  ...more,
})

describe('the bar', () => {
  it('is the mean of the parts', () => {
    assert.equal(ratioOf(null), 0)
    assert.equal(ratioOf(importOf([])), 0)
    const half = [entity({ done: true }), entity({})]
    assert.equal(ratioOf(importOf(half)), 0.5)
    assert.equal(ratioOf(importOf([entity({ seen: 5, expected: 10 })])), 0.5)
  })

  it('moves where no total is known, and is full only when everything is done', () => {
    const unknown = [1, 10, 100, 10_000].map((seen) => ratioOf(importOf([entity({ seen })])))
    assert.deepEqual(
      unknown,
      unknown.toSorted((a, b) => a - b),
    )
    assert.equal(new Set(unknown).size, 4)
    for (const ratio of [...unknown, ratioOf(importOf([entity({ seen: 12, expected: 10 })]))]) {
      assert.ok(ratio > 0 && ratio < 1)
    }
    assert.equal(ratioOf(importOf([entity({ done: true })])), 1)
  })

  it('ends with the import, however that ended', () => {
    assert.equal(isOver(null), false)
    assert.equal(isOver(importOf([])), false)
    for (const status of ['completed', 'partial', 'failed'] as const) assert.ok(isOver(importOf([], status)))
  })
})

describe('asking for the progress', () => {
  it('is done every second while numbers move, and slower and slower while they stand', () => {
    assert.equal(nextPause(9000, true), 1000)
    const pauses = [1000]
    for (let i = 0; i < 20; i++) pauses.push(nextPause(pauses.at(-1) ?? 0, false))
    assert.equal(pauses[1], 1500)
    assert.equal(pauses.at(-1), 10_000)
  })
})

describe('the time left', () => {
  const now = Date.parse('2026-06-01T12:00:00Z')
  it('is told roughly', () => {
    assert.deepEqual(timeLeft('2026-06-01T12:00:40Z', now), { unit: 'soon' })
    assert.deepEqual(timeLeft('2026-06-01T12:04:10Z', now), { unit: 'minutes', n: 4 })
    assert.deepEqual(timeLeft('2026-06-01T15:05:00Z', now), { unit: 'hours', n: 3 })
  })

  it('is not told when there is no forecast or it was wrong', () => {
    assert.equal(timeLeft(null, now), null)
    assert.equal(timeLeft('2026-06-01T11:59:00Z', now), null)
    assert.equal(timeLeft('soon', now), null)
  })
})

describe('problems', () => {
  const names = { provider: 'Acme', host: 'app.example.com' }
  it('are told apart', () => {
    const cases: [Partial<Problem>, string][] = [
      [{ code: 'invalid_credentials' }, 'credentials'],
      [{ code: 'invalid_credentials', reason: 'other_account' }, 'account'],
      [{ code: 'invalid_body', field: 'credentials.apiKey' }, 'field'],
      [{ code: 'network_error' }, 'vendor'],
      [{ code: 'provider_unavailable' }, 'unavailable'],
      [{ code: 'rate_limit_exceeded' }, 'busy'],
      [{ code: 'offline' }, 'offline'],
      [{ code: 'toString' }, 'server'],
      [{ code: 'internal_error' }, 'server'],
    ]
    for (const [given, trouble] of cases) assert.equal(troubleOf(problem(given)), trouble)
  })

  it('have codes that the API knows', () => {
    for (const code of ['invalid_credentials', 'network_error', 'provider_unavailable', 'session_terminal']) {
      assert.ok(Object.hasOwn(errors, code), code)
    }
  })

  it('say what it is and what to do, in words without gaps', () => {
    for (const locale of ['en', 'fr'] as const) {
      for (const code of ['invalid_credentials', 'network_error', 'rate_limit_exceeded', 'offline', 'x']) {
        const { title, body } = explain(problem({ code }), wordsFor(locale), names)
        assert.ok(title.length > 5 && body.length > 10)
        assert.doesNotMatch(title + body, /[{}]/)
      }
    }
  })

  it('show a reference for faults of the server only', () => {
    const words = wordsFor('en')
    assert.match(explain(problem({ requestId: 'r-1' }), words, names).reference ?? '', /r-1/)
    const refused = problem({ code: 'invalid_credentials', requestId: 'r-1' })
    assert.equal(explain(refused, words, names).reference, null)
  })
})

describe('what was entered', () => {
  it('loses what copying brings along', () => {
    assert.equal(cleaned(' \u200b\tabc def\r\n\ufeff'), 'abc def')
  })

  it('is nothing, a text or a list', () => {
    assert.equal(valueOf('secret', '  '), null)
    assert.equal(valueOf('text', ' a '), 'a')
    assert.deepEqual(valueOf('list', 'a, b;\n c,,'), ['a', 'b', 'c'])
    assert.equal(valueOf('list', ' , '), null)
  })
})

describe('the message to the app', () => {
  const session = {
    status: 'completed',
    provider: 'acme',
    connection: { provider: 'acme' },
    workspaceId: '7',
    state: null,
    error: null,
  } as unknown as Session

  it('says how it ended', () => {
    assert.deepEqual(messageFor(session), {
      type: 'repull:connect:completed',
      provider: 'acme',
      workspaceId: '7',
    })
    assert.equal((messageFor({ ...session, state: 's-1' }) as { state?: string }).state, 's-1')
    assert.deepEqual(messageFor({ ...session, status: 'errored', error: 'gone' }), {
      type: 'repull:connect:error',
      error: 'gone',
      status: 'error',
    })
    assert.deepEqual(messageFor({ ...session, status: 'cancelled', state: 's-1' }), {
      type: 'repull:connect:close',
      status: 'cancelled',
      state: 's-1',
    })
    assert.deepEqual(messageFor({ ...session, status: 'pending' }), { type: 'repull:connect:close' })
    // One whose time is over no longer names the account.
    const over = { ...session, provider: null, connection: null }
    assert.deepEqual(messageFor(over), { type: 'repull:connect:close' })
  })

  it('goes to addresses of web pages only', () => {
    assert.equal(webAddress('https://app.example.com/back?a=1')?.origin, 'https://app.example.com')
    for (const address of [
      null,
      '',
      'back',
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
    ]) {
      assert.equal(webAddress(address), null)
    }
  })
})

describe('what is chosen for a room before anybody chose', () => {
  const room = { roomId: '1', roomName: 'Quay', numberOfRooms: 2 } as ClaimedRoom
  const none = { kind: 'rooms', hasListings: false } as const
  const some = { kind: 'rooms', hasListings: true } as const

  it('is a new listing only where there is none yet', () => {
    assert.equal(firstChoice(room, none), create)
    assert.equal(firstChoice(room, some), leave)
    assert.equal(firstChoice({ ...room, numberOfRooms: 0 }, none), leave)
    assert.equal(firstChoice(room, { kind: 'units', hasListings: false }), leave)
  })

  it('is what is mapped, or what has the same name', () => {
    assert.equal(firstChoice({ ...room, suggestedListingId: 7 }, some), '7')
    assert.equal(firstChoice({ ...room, currentListingId: 8, suggestedListingId: 7 }, some), '8')
  })
})
