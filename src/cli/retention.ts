import { countDueGuests, dueGuests, retentionRow } from '../features/guests/retention/queries.ts'
import { lastDayKept } from '../features/guests/retention/rules.ts'
import { changeRetention, toRetention } from '../features/guests/retention/change-retention.ts'
import type { Retention, RetentionBody } from '../contract/retention.ts'
import { loadConfig } from '../platform/config.ts'
import type { Database } from '../platform/db.ts'
import { commandLog } from './command-log.ts'
import { action, jsonOption, UsageError } from './command.ts'
import { withDatabase } from './database.ts'
import { print, printJson } from './print.ts'
import { table } from './table.ts'
import { ownCommand } from '../platform/own-command.ts'

const shownGuests = 50
const ranges = { guests: [1, 240, 'months'], history: [31, 36_500, 'days'] } as const

export const retentionShow = action({
  examples: ['retention show 1'],
  options: jsonOption,
  run: ({ json }, positionals) => show(positionals, json),
})
export const retentionGuests = action({
  examples: ['retention guests 1 36', 'retention guests 1 off'],
  more: 'Guests are forgotten within a day after their time is over; it cannot be undone. Look first: retention preview.',
  run: (_, positionals) => set('guests', positionals),
})
export const retentionHistory = action({
  examples: ['retention history 1 730', 'retention history 1 off'],
  run: (_, positionals) => set('history', positionals),
})
export const retentionPreview = action({
  examples: ['retention preview 1 36'],
  more: 'It changes nothing.',
  run: (_, positionals) => preview(positionals),
})

const inDatabase = <T>(work: (database: Database) => Promise<T>): Promise<T> =>
  withDatabase(loadConfig(), commandLog(), work)

function workspaceIn(command: string, [id, ...rest]: string[], argumentNames: readonly string[]): string {
  if (id === undefined || rest.length > argumentNames.length)
    throw new UsageError(`retention ${command} takes ${['<workspace>', ...argumentNames].join(' ')}`)
  if (!/^[1-9]\d{0,17}$/.test(id)) throw new UsageError(`The workspace is a number, not "${id}"`)
  return id
}

function lengthIn(
  kind: keyof typeof ranges,
  text: string | undefined,
  command: string = kind,
): number | null {
  const [least, most, unit] = ranges[kind]
  if (text === 'off') return null
  const number = Number(text)
  if (text !== undefined && /^\d+$/.test(text) && number >= least && number <= most) return number
  throw new UsageError(
    `retention ${command} takes ${unit}, from ${least} to ${most}, or off${text === undefined ? '' : `; not "${text}"`}`,
  )
}

const noWorkspace = (id: string) =>
  new Error(`There is no workspace ${id}. See: ${ownCommand} workspaces list`)

const told = ({ guestMonths, historyDays, historyFrom }: Retention, workspace: string): string =>
  [
    `Workspace ${workspace}`,
    `Guests: ${guestMonths === null ? 'kept until they are forgotten one by one' : `forgotten ${guestMonths} months after their last stay`}`,
    `History: ${historyDays === null ? 'kept for as long as HISTORY_RETENTION_DAYS says' : `kept for ${historyDays} days`}`,
    ...(historyFrom === null ? [] : [`Changes before ${historyFrom} are gone.`]),
  ].join('\n')

async function show(positionals: string[], json: boolean): Promise<void> {
  const id = workspaceIn('show', positionals, [])
  const row = await inDatabase(({ kysely }) => retentionRow(kysely, { workspaceId: id }))
  if (!row) throw noWorkspace(id)
  if (json) printJson({ workspaceId: id, ...toRetention(row) })
  else print(told(toRetention(row), id))
}

async function set(kind: keyof typeof ranges, positionals: string[]): Promise<void> {
  const id = workspaceIn(kind, positionals, [`<${ranges[kind][2]} or off>`])
  const length = lengthIn(kind, positionals[1])
  const body: RetentionBody = kind === 'guests' ? { guestMonths: length } : { historyDays: length }
  const by = { actor: { kind: 'cli' } as const, action: `cli.retention.${kind}` }
  const changed = await inDatabase(({ kysely }) =>
    kysely
      .transaction()
      .execute((tx) => changeRetention(tx, { workspaceId: id }, body, { now: new Date(), by })),
  )
  if (!changed) throw noWorkspace(id)
  print(told(changed, id))
}

async function preview(positionals: string[]): Promise<void> {
  const id = workspaceIn('preview', positionals, ['[months]'])
  const scope = { workspaceId: id }
  const given = positionals[1] === undefined ? undefined : lengthIn('guests', positionals[1], 'preview')
  const found = await inDatabase(async ({ kysely }) => {
    const row = await retentionRow(kysely, scope)
    if (!row) throw noWorkspace(id)
    const months = given === undefined ? row.guest_months : given
    if (months === null) return null
    const before = lastDayKept(new Date(), months)
    const [rows, total] = await Promise.all([
      dueGuests(kysely, scope, before, shownGuests),
      countDueGuests(kysely, scope, before),
    ])
    return { months, rows, total }
  })
  if (found === null)
    return print(
      'Nobody: no time is set after which guests are forgotten. Try one: retention preview <workspace> <months>',
    )
  const { months, rows, total } = found
  print(`${total} guests whose last stay ended more than ${months} months ago would be forgotten.`)
  if (total === 0) return
  print(
    `\n${table(
      ['GUEST', 'LAST STAY ENDED'],
      rows.map((row) => [row.id, row.last_stay_ended]),
    )}`,
  )
  if (total > rows.length) print(`… and ${total - rows.length} more`)
}
