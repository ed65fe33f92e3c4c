import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertLockHeld, takeLockInOrder } from './lock-order.ts'

describe('the order of locks', () => {
  it('is kept by every transaction for itself', () => {
    const [one, other] = [{ isTransaction: true }, { isTransaction: true }]
    takeLockInOrder(one, 'schedule')
    takeLockInOrder(one, 'head')
    takeLockInOrder(other, 'schedule')
    takeLockInOrder(one, 'head of the parent')
    takeLockInOrder(other, 'head of the parent')
    assert.throws(() => takeLockInOrder(other, 'head'), /the head is taken after the head of the parent/)
  })

  it('does not stop what is held already', () => {
    const tx = { isTransaction: true }
    takeLockInOrder(tx, 'schedule')
    takeLockInOrder(tx, 'head')
    takeLockInOrder(tx, 'schedule')
    takeLockInOrder(tx, 'head')
  })

  it('makes sure that what belongs together is held', () => {
    const tx = { isTransaction: true }
    assert.throws(() => assertLockHeld(tx, 'schedule'), /the schedule is to be taken first/)
    takeLockInOrder(tx, 'schedule')
    assertLockHeld(tx, 'schedule')
  })

  it('says nothing of single statements', () => {
    const db = { isTransaction: false }
    takeLockInOrder(db, 'head')
    takeLockInOrder(db, 'schedule')
    assertLockHeld(db, 'schedule')
  })
})
