import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { databaseSettings, tablesOfEveryMachine, tablesOfWorkspaces, triggersOfOneMachine } from './plan.ts'
import { requirements, unmetRequirements, type DistributedDatabase } from './requirements.ts'

const prepared: DistributedDatabase = {
  name: 'stays',
  version: '13.2-1',
  isCoordinator: true,
  settings: databaseSettings,
  messages: [
    { machine: 'this machine', locale: 'C' },
    { machine: 'worker:5432', locale: 'en_GB.UTF-8' },
  ],
  tables: [
    ...tablesOfEveryMachine.map((name) => ({ name, placement: 'every machine' as const })),
    ...tablesOfWorkspaces.map((name) => ({ name, placement: 'workspaces' as const })),
  ],
  triggers: ['reservations_history'],
}

/** The values that take one requirement away, by its name. */
const spoiled: Record<string, Partial<DistributedDatabase>> = {
  coordinator: { isCoordinator: false },
  Citus: { version: '12.1-1' },
  lc_messages: { messages: [{ machine: 'worker:5432', locale: 'de_DE.UTF-8' }] },
  'citus.propagate_set_commands': {
    settings: { ...databaseSettings, 'citus.propagate_set_commands': 'none' },
  },
  'citus.multi_shard_modify_mode': {
    settings: { ...databaseSettings, 'citus.multi_shard_modify_mode': null },
  },
  tables: { tables: [{ name: 'reservations', placement: 'apart' }] },
  triggers: { triggers: triggersOfOneMachine },
}

describe('what a distributed database needs', () => {
  it('is there when it was prepared', () => assert.deepEqual(unmetRequirements(prepared), []))

  for (const { name } of requirements)
    it(`names ${name} alone when only that is missing`, () => {
      assert.ok(spoiled[name], `This test does not know how to take "${name}" away.`)
      const unmet = unmetRequirements({ ...prepared, ...spoiled[name] })
      assert.deepEqual(
        unmet.map(({ requirement }) => requirement),
        [name],
      )
      for (const { found, needed, mend } of unmet) assert.ok(found && needed && mend)
    })

  it('takes English messages by every name of them, and no others', () => {
    const isTaken = (locale: string) =>
      unmetRequirements({ ...prepared, messages: [{ machine: 'worker:5432', locale }] }).length === 0
    for (const locale of ['C', 'POSIX', 'C.UTF-8', 'en', 'en_US.utf8', 'English_United States.1252'])
      assert.ok(isTaken(locale), locale)
    for (const locale of ['de_DE.UTF-8', 'cs_CZ.UTF-8', 'enm', 'Czech_Czechia.1250', ''])
      assert.ok(!isTaken(locale), locale)
  })
})
