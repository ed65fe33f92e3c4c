import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertHeld, takeInOrder } from './lock-order.ts'

describe('the order of locks', () => {
  it('is kept by every transaction for itself', () => {
    const [one, other] = [{ isTransaction: true }, { isTransaction: true }]
    takeInOrder(one, 'schedule')
    takeInOrder(one, 'head')
    takeInOrder(other, 'schedule')
    takeInOrder(one, 'head of the parent')
    takeInOrder(other, 'head of the parent')
    assert.throws(() => takeInOrder(other, 'head'), /the head is taken after the head of the parent/)
  })

  it('does not stop what is held already', () => {
    const tx = { isTransaction: true }
    takeInOrder(tx, 'schedule')
    takeInOrder(tx, 'head')
    takeInOrder(tx, 'schedule')
    takeInOrder(tx, 'head')
  })

  it('makes sure that what belongs together is held', () => {
    const tx = { isTransaction: true }
    assert.throws(() => assertHeld(tx, 'schedule'), /the schedule is to be taken first/)
    takeInOrder(tx, 'schedule')
    assertHeld(tx, 'schedule')
  })

  it('says nothing of single statements', () => {
    const db = { isTransaction: false }
    takeInOrder(db, 'head')
    takeInOrder(db, 'schedule')
    assertHeld(db, 'schedule')
  })
})
