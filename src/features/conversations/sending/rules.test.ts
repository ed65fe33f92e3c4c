import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { afterMove, type PartMove, type PartState } from './part-state.ts'
import { planParts } from './plan.ts'
import { contactInfo, textHash } from './text.ts'

describe('parts of a message', () => {
  it('carry the text once and every file once, in order', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.nat({ max: 5 }), fc.integer({ min: 1, max: 6 }), (hasText, count, per) => {
        const parts = planParts(hasText, count, per)
        assert.deepEqual(
          parts.flatMap(({ files }) => files),
          Array.from({ length: count }, (_, i) => i),
        )
        assert.equal(parts.filter((part) => part.hasText).length, hasText ? 1 : 0)
        assert.ok(parts.every(({ files }) => files.length <= per))
      }),
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

describe('contact details in a text', () => {
  const cases: [string, string[]][] = [
    ['Write to ada@example.com.', ['ada@example.com']],
    ['See https://example.com/a?b=1 or www.example.org', ['https://example.com/a?b=1', 'www.example.org']],
    ['Call +49 (30) 123 456-78 today', ['+49 (30) 123 456-78']],
    ['You stay from 2026-07-01 to 2026-07-05 for 1,250.00 EUR.', []],
    ['The code is 4711, the flat is 12.', []],
  ]
  for (const [text, found] of cases) it(`of "${text}"`, () => assert.deepEqual(contactInfo(text), found))
})

it('white space makes no other text', () => {
  assert.deepEqual(textHash('a  b\r\nc '), textHash('a b\nc'))
  assert.notDeepEqual(textHash('a b'), textHash('ab'))
})
