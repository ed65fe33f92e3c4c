import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Deck, SeededRandom } from './random.ts'

const draw = (random: SeededRandom) => Array.from({ length: 20 }, () => random.int(0, 999))

test('the same seed gives the same numbers, another seed others', () => {
  assert.deepEqual(draw(new SeededRandom(7)), draw(new SeededRandom(7)))
  assert.notDeepEqual(draw(new SeededRandom(7)), draw(new SeededRandom(8)))
})

test('a fork does not depend on what was drawn before, only on its name', () => {
  const used = new SeededRandom(7)
  draw(used)
  assert.deepEqual(draw(used.fork('guests')), draw(new SeededRandom(7).fork('guests')))
  assert.notDeepEqual(draw(used.fork('guests')), draw(used.fork('stays')))
})

test('numbers stay in their range and reach both ends', () => {
  const random = new SeededRandom(3)
  const seen = new Set(Array.from({ length: 500 }, () => random.int(-1, 2)))
  assert.deepEqual([...seen].toSorted(), [-1, 0, 1, 2])
})

test('a deck keeps its proportions exactly', () => {
  const deck = new Deck(new SeededRandom(1), [
    ['often', 9],
    ['rare', 1],
  ])
  const cards = Array.from({ length: 30 }, () => deck.draw())
  assert.equal(cards.filter((card) => card === 'rare').length, 3)
})
