import { longestOverlap, usualOverlap } from '../contract/keys.ts'
import { lockKey, replaceSecret } from '../features/tenancy/keys/queries.ts'
import { keyStateAt } from '../features/tenancy/keys/rules.ts'
import { newKey } from '../features/tenancy/workspaces/keys.ts'
import { workspaceOfKey } from '../features/tenancy/workspaces/queries.ts'
import { targetOf, writeAuditLine } from '../platform/audit.ts'
import { action, jsonOption, UsageError, type OptionValues } from './command.ts'
import { assertId, inDatabase } from './keys.ts'
import { print, printJson } from './print.ts'
import { ownCommand } from '../platform/own-command.ts'

const options = {
  overlap: {
    type: 'string',
    value: '<seconds>',
    summary: `How long the old secret keeps working, at most ${longestOverlap}; 0 ends it at once`,
    default: String(usualOverlap),
  },
  ...jsonOption,
} as const

export const keysRotate = action({
  options,
  examples: ['keys rotate 12', 'keys rotate 12 --overlap 0'],
  more: 'The key keeps its id, its rights and its limits. keys list shows the ids.',
  run: rotateKey,
})

function overlapOf(text: string): number {
  const seconds = /^\d{1,6}$/.test(text) ? Number(text) : NaN
  if (seconds <= longestOverlap) return seconds
  throw new UsageError(`--overlap is a number of seconds, at most ${longestOverlap}, not "${text}"`)
}

/** Like `POST /v1/keys/{id}/rotate`, the key keeps its id, rights and limits. */
async function rotateKey(values: OptionValues<typeof options>, positionals: string[]): Promise<void> {
  const [id, ...more] = positionals
  if (!id || more.length > 0) throw new UsageError('keys rotate takes the id of one key')
  assertId(id, 'The id of a key')
  const overlapMs = overlapOf(values.overlap) * 1000
  const secret = await inDatabase(({ kysely }) =>
    kysely.transaction().execute(async (tx) => {
      const workspaceId = await workspaceOfKey(tx, id)
      const row = workspaceId === undefined ? undefined : await lockKey(tx, { workspaceId }, id)
      if (workspaceId === undefined || !row) {
        throw new Error(`There is no such key. See: ${ownCommand} keys list`)
      }
      const now = new Date()
      const state = keyStateAt(row, now)
      if (state !== 'active') {
        throw new Error(`Key ${id} is ${state}. Make a new one: ${ownCommand} keys create --workspace <id>`)
      }
      const { key, hash, prefix } = newKey(row.mode)
      const until = overlapMs === 0 ? null : new Date(now.getTime() + overlapMs)
      await replaceSecret(tx, { workspaceId }, id, { hash, prefix, until, now })
      const line = {
        action: 'cli.keys.rotate',
        actor: { kind: 'cli' },
        targets: [targetOf('key', id)],
      } as const
      await writeAuditLine(tx, { workspaceId }, line)
      return key
    }),
  )
  if (values.json) printJson({ id, key: secret })
  else print(secret)
}
