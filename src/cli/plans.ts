import { limitNames, limitRange, limitsOf, planNames, type LimitName } from '../contract/plans.ts'
import { soldPlans } from '../contract/sold-plans.ts'
import { changeTerms } from '../features/tenancy/plans/change-terms.ts'
import {
  allTerms,
  planChanges,
  termsOf,
  type PlanChange,
  type PlanTerms,
  type WorkspaceTerms,
} from '../features/tenancy/plans/queries.ts'
import { loadSoldPlanTable } from '../features/tenancy/plans/sold-plans.ts'
import { loadConfig } from '../platform/config.ts'
import type { Database } from '../platform/db.ts'
import { commandLog } from './command-log.ts'
import { action, hint, jsonOption, UsageError } from './command.ts'
import { withDatabase } from './database.ts'
import { minute, print, printJson } from './print.ts'
import { table } from './table.ts'
import { ownCommand } from '../platform/own-command.ts'

export const soon = 'Running servers go by it within a minute.'
const shownChanges = 20

export const plansList = action({
  examples: ['plans list'],
  options: jsonOption,
  run: ({ json }) => listPlans(json),
})
export const plansShow = action({
  examples: ['plans show 1'],
  options: jsonOption,
  run: ({ json }, positionals) => showPlan(positionals, json),
})
export const plansSet = action({
  examples: ['plans set 1 starter'],
  more: `Plans: ${[...new Set([...planNames, ...soldPlans])].join(', ')}.`,
  run: (_, positionals) => setPlan(positionals),
})
export const plansLimit = action({
  examples: ['plans limit 1 activeListings 80', 'plans limit 1 dailyRequests unlimited'],
  more: `Limits: ${limitNames.join(', ')}.`,
  run: (_, positionals) => setLimit(positionals),
})
export const plansClear = action({
  examples: ['plans clear 1 activeListings'],
  more: `Limits: ${limitNames.join(', ')}.`,
  run: (_, positionals) => clearLimit(positionals),
})

const shown = (value: number | null) => (value === null ? 'unlimited' : String(value))

async function listPlans(json: boolean): Promise<void> {
  const rows = await inDatabase(({ kysely }) => allTerms(kysely))
  if (json)
    return printJson({
      data: rows.map(({ id, name, plan, overrides }) => ({ workspaceId: id, name, plan, overrides })),
    })
  const lines = rows.map(({ id, name, plan, overrides }) => [id, name, plan, overridesText(overrides)])
  print(table(['WORKSPACE', 'NAME', 'PLAN', 'LIMITS OF ITS OWN'], lines))
}

export const overridesText = (overrides: PlanTerms['overrides']) =>
  Object.entries(overrides)
    .map(([name, value]) => `${name}=${shown(value)}`)
    .join(' ') || '-'

async function showPlan(positionals: string[], json: boolean): Promise<void> {
  const [id] = taken('plans show', ['<workspace>'], positionals)
  const { burstLimit } = loadConfig()
  const { terms, changes } = await inDatabase(async ({ kysely }) => ({
    terms: await termsOf(kysely, id),
    changes: await planChanges(kysely, id, shownChanges),
  }))
  if (!terms) throw missing(id)
  const limits = limitsOf(terms.plan, terms.overrides, burstLimit)
  if (json) {
    const { id: workspaceId, name, plan, overrides } = terms
    return printJson({ ...{ workspaceId, name, plan, overrides, limits }, changes: changes.map(changeJson) })
  }
  print(`Workspace ${terms.id} (${terms.name}), plan ${terms.plan}\n`)
  const lines = limitNames.map((name) => [
    name,
    shown(limits[name]),
    name in terms.overrides ? 'set for this workspace' : name === 'burstRequests' ? 'BURST_LIMIT' : 'plan',
  ])
  print(table(['LIMIT', 'VALUE', 'FROM'], lines))
  if (changes.length === 0) return
  const told = changes.map((change) => [
    minute(change.changed_at),
    change.origin,
    `${change.before.plan} ${overridesText(change.before.overrides)}`,
    `${change.after.plan} ${overridesText(change.after.overrides)}`,
  ])
  print(`\n${table(['CHANGED', 'BY', 'BEFORE', 'AFTER'], told)}`)
}

const changeJson = ({ changed_at: changedAt, origin, before, after }: PlanChange) => ({
  changedAt,
  ...{ origin, before, after },
})

async function setPlan(positionals: string[]): Promise<void> {
  const [id, given] = taken('plans set', ['<workspace>', '<plan>'], positionals)
  const plan = planNames.find((known) => known === given)
  const sold = soldPlans.find((known) => known === given)
  if (!plan && !sold) {
    const known = [...new Set([...planNames, ...soldPlans])]
    throw new UsageError(`The plan is one of ${known.join(', ')}.${hint(given, known)}`)
  }
  const table = sold && (await inDatabase(({ kysely }) => loadSoldPlanTable(kysely)))
  const { plan: next = plan, limits = {} } = (sold && table?.[sold]) ?? {}
  const after = await change('set', id, ({ plan: was, overrides }) => ({
    plan: next ?? was,
    overrides: { ...overrides, ...limits },
  }))
  print(`Workspace ${after.id} has the plan ${after.plan}. ${soon}`)
}

async function setLimit(positionals: string[]): Promise<void> {
  const [id, given, text] = taken('plans limit', ['<workspace>', '<limit>', '<number>'], positionals)
  const name = limitNamed(given)
  const value = valueOf(name, text)
  const after = await change('limit', id, ({ plan, overrides }) => ({
    plan,
    overrides: { ...overrides, [name]: value },
  }))
  print(`Workspace ${after.id}: ${name} is ${shown(value)}. ${soon}`)
}

async function clearLimit(positionals: string[]): Promise<void> {
  const [id, given] = taken('plans clear', ['<workspace>', '<limit>'], positionals)
  const name = limitNamed(given)
  const after = await change('clear', id, ({ plan, overrides: { [name]: _, ...overrides } }) => ({
    plan,
    overrides,
  }))
  print(`Workspace ${after.id}: ${name} is what the plan ${after.plan} says. ${soon}`)
}

async function change(
  command: string,
  id: string,
  next: (before: PlanTerms) => PlanTerms,
): Promise<WorkspaceTerms> {
  const about = { origin: 'command', action: `cli.plans.${command}`, now: new Date() } as const
  const after = await inDatabase(({ kysely }) => changeTerms(kysely, id, about, next))
  if (!after) throw missing(id)
  return after
}

const missing = (id: string) =>
  new Error(`There is no workspace ${id} with a plan of its own. See: ${ownCommand} plans list`)

export function limitNamed(word: string): LimitName {
  const name = limitNames.find((known) => known === word)
  if (!name)
    throw new UsageError(`The limit is one of ${limitNames.join(', ')}.${hint(word, [...limitNames])}`)
  return name
}

export function valueOf(name: LimitName, text: string): number | null {
  if (text === 'unlimited' && name !== 'burstRequests') return null
  const { least, largest } = limitRange(name)
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= largest) return value
  const others = name === 'burstRequests' ? '' : ', or unlimited'
  throw new UsageError(`${name} is a whole number from ${least} to ${largest}${others}, not "${text}"`)
}

/** Returns the arguments by name; the first one must be a workspace. */
function taken<const N extends readonly string[]>(
  command: string,
  names: N,
  positionals: string[],
): { [K in keyof N]: string } {
  if (positionals.length !== names.length) throw new UsageError(`${command} takes ${names.join(' ')}`)
  if (!/^[1-9]\d{0,17}$/.test(positionals[0] ?? '')) {
    throw new UsageError(`The workspace is a number, not "${positionals[0]}"`)
  }
  return positionals as unknown as { [K in keyof N]: string }
}

export function inDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  return withDatabase(loadConfig(), commandLog(), work)
}
