import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { migrationStates } from '../../contract/migration.ts'
import { ApiError } from '../../platform/api-error.ts'
import {
  migrationStateAfter,
  migrationMoves,
  migrationStateOf,
  type ImportStatus,
  type MigrationMove,
} from './state.ts'

const facts = (imports: (ImportStatus | null)[], ended: { cutOver?: true; deactivated?: true } = {}) => ({
  imports,
  cutOverAt: ended.cutOver ? new Date(0) : null,
  deactivatedAt: ended.deactivated ? new Date(0) : null,
})

describe('the state of a migration', () => {
  const cases: [string, Parameters<typeof migrationStateOf>[0]][] = [
    ['awaiting_connection', facts([])],
    ['awaiting_connection', facts([null])],
    ['importing', facts(['running'])],
    ['importing', facts(['completed', 'failed', 'running'])],
    ['failed', facts(['completed', 'failed'])],
    ['imported', facts(['completed', 'completed', null])],
    ['cut_over', facts(['failed'], { cutOver: true })],
    ['deactivated', facts([], { deactivated: true })],
    ['deactivated', facts(['running'], { cutOver: true, deactivated: true })],
  ]
  for (const [state, given] of cases) {
    it(`is ${state} with ${JSON.stringify(given)}`, () => assert.equal(migrationStateOf(given), state))
  }
})

describe('moves', () => {
  it('of the specification are there', () => {
    const told: [Parameters<typeof migrationStateAfter>[0], MigrationMove, string][] = [
      ['awaiting_connection', 'connect', 'importing'],
      ['importing', 'complete', 'imported'],
      ['importing', 'fail', 'failed'],
      ['failed', 'import', 'importing'],
      ['imported', 'import', 'importing'],
      ['imported', 'cutover', 'cut_over'],
      ['cut_over', 'cutover', 'cut_over'],
      ['cut_over', 'rollback', 'imported'],
    ]
    for (const [state, move, next] of told)
      assert.equal(migrationStateAfter(state, move), next, `${state} ${move}`)
    for (const state of migrationStates) assert.equal(migrationStateAfter(state, 'deactivate'), 'deactivated')
  })

  it('that are not are refused with the state, and with those that would do', () => {
    for (const state of ['awaiting_connection', 'importing', 'cut_over', 'deactivated'] as const) {
      assert.throws(
        () => migrationStateAfter(state, 'import'),
        (error: unknown) =>
          error instanceof ApiError &&
          error.code === 'invalid_state' &&
          error.message.includes(state) &&
          error.extra['currentStatus'] === state,
      )
    }
  })

  it('lead from every state to an end, and from an end nowhere else but back from a cutover', () => {
    const ends = new Set(['cut_over', 'deactivated'])
    for (const state of ends) {
      const { rollback, ...after } = migrationMoves[state as 'cut_over']
      assert.ok(Object.values(after).every((next) => ends.has(next)))
      assert.equal(rollback, state === 'cut_over' ? 'imported' : undefined)
    }
  })
})
