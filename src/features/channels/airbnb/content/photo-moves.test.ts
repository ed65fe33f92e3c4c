import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { planMoves, orderPhotoIds } from './photo-moves.ts'

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const shownAs = (order: readonly string[]) =>
  order.map((photoId, index) => ({ photoId, sortOrder: index + 1 }))
type Moves = ReturnType<typeof planMoves>

/** The others make room. */
function movingAlong(before: readonly string[], moves: Moves): string[] {
  const places = [...before]
  for (const { photoId, sortOrder } of moves) {
    places.splice(places.indexOf(photoId), 1)
    places.splice(sortOrder - 1, 0, photoId)
  }
  return places
}

/** Every photo keeps its number until it is given another. */
function numbered(before: readonly string[], moves: Moves): string[] {
  const numbers = new Map(shownAs(before).map(({ photoId, sortOrder }) => [photoId, sortOrder]))
  for (const { photoId, sortOrder } of moves) numbers.set(photoId, sortOrder)
  return [...before].toSorted((a, b) => (numbers.get(a) ?? 0) - (numbers.get(b) ?? 0))
}

it('photos end in their order, however the channel takes a write', () => {
  const orders = fc.tuple(
    fc.shuffledSubarray(ids, { minLength: ids.length }),
    fc.shuffledSubarray(ids, { minLength: 1 }),
  )
  fc.assert(
    fc.property(orders, ([before, first]) => {
      const wanted = orderPhotoIds(shownAs(before), first)
      const moves = planMoves(shownAs(before), wanted)
      assert.deepEqual(movingAlong(before, moves), wanted)
      assert.deepEqual(numbered(before, moves), wanted)
      assert.deepEqual(wanted.slice(0, first.length), first)
      assert.deepEqual(planMoves(shownAs(wanted), wanted), [])
    }),
  )
})

it('a cover moves those before it along, and nothing behind it', () => {
  const moves = planMoves(shownAs(ids), orderPhotoIds(shownAs(ids), ['c']))
  assert.deepEqual(moves, [
    { photoId: 'c', sortOrder: 1 },
    { photoId: 'a', sortOrder: 2 },
    { photoId: 'b', sortOrder: 3 },
  ])
})
