import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { afterMove, type PartMove } from './part-state.ts'
import { assertAllowed, planParts, rulesOf } from './plan.ts'
import { findContactInfo } from './contact-info.ts'
import { textHash } from '../../../../records/messages/text-hash.ts'
import type { PartState } from '../../../../records/messages/part-queries.ts'

describe('parts of a message', () => {
  it('carry the text once and every file once, in order', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.nat({ max: 5 }),
        fc.integer({ min: 1, max: 6 }),
        (text, count, perMessage) => {
          const parts = planParts(text, count, {
            ...{ types: [], perMessage, maxBytes: 1 },
            needText: true,
            textApart: false,
          })
          assert.deepEqual(
            parts.flatMap(({ files }) => files),
            Array.from({ length: count }, (_, i) => i),
          )
          assert.equal(parts.filter((part) => part.hasText).length, text !== '' ? 1 : 0)
          assert.ok(parts.every(({ body }, index) => (index === 0 ? body === text : body !== '')))
          assert.ok(parts.every(({ files }) => files.length <= perMessage))
        },
      ),
    )
  })

  it('that are sent or refused stay so, and what may have gone out goes out again only as an unknown', () => {
    const moves: PartMove[] = ['send', 'take', 'wait', 'refuse', 'lose', 'find']
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...moves), { maxLength: 30 }), (tried) => {
        let state: PartState = 'waiting'
        for (const move of tried) {
          const before: PartState = state
          try {
            state = afterMove(before, move)
          } catch {
            continue
          }
          assert.ok(before !== 'sent' && before !== 'refused')
          if (move === 'send') assert.ok(before === 'waiting' || before === 'unknown')
        }
      }),
    )
  })
})

it('an emoji of one code point is one character', () => {
  const writes = {
    maxLength: 4000,
    channels: [],
    files: null,
    send: () => Promise.reject(new Error('not sent')),
  }
  const thread = { provider: 'hostaway', platform: null, isBooked: true }
  const send = (message: string) => assertAllowed({ message }, rulesOf(writes, thread), thread)
  assert.deepEqual(send('😀'.repeat(4000)), {})
  assert.throws(() => send('😀'.repeat(4001)), /4001 characters; 4000 are possible/)
})

describe('contact details in a text', () => {
  const cases: [string, string[]][] = [
    ['Write to ada@example.com.', ['ada@example.com']],
    ['See https://example.com/a?b=1 or www.example.org', ['https://example.com/a?b=1', 'www.example.org']],
    ['Call +49 (30) 123 456-78 today', ['+49 (30) 123 456-78']],
    ['You stay from 2026-07-01 to 2026-07-05 for 1,250.00 EUR.', []],
    ['The code is 4711, the flat is 12.', []],
  ]
  for (const [text, found] of cases) it(`of "${text}"`, () => assert.deepEqual(findContactInfo(text), found))
})

it('white space makes no other text', () => {
  assert.deepEqual(textHash('a  b\r\nc '), textHash('a b\nc'))
  assert.notDeepEqual(textHash('a b'), textHash('ab'))
})
