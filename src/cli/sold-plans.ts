/** Manages the table of plans that are sold, with what each gives. */
import { planNames } from '../contract/plans.ts'
import { soldPlans } from '../contract/sold-plans.ts'
import { updateAllLooksDue } from '../features/tenancy/public.ts'
import { upsertSoldPlan } from '../features/tenancy/plans/sold-queries.ts'
import { loadSoldPlanTable } from '../features/tenancy/plans/sold-plans.ts'
import { writeEverywhere } from '../platform/audit.ts'
import { loadConfig } from '../platform/config.ts'
import { action, hint, jsonOption, UsageError } from './command.ts'
import { inDatabase, limitNamed, overridesText, soon, valueOf } from './plans.ts'
import { print, printJson } from './print.ts'
import { table } from './table.ts'

export const plansSold = action({
  examples: ['plans sold'],
  options: jsonOption,
  run: ({ json }) => showSold(json),
})
export const plansSell = action({
  examples: ['plans sell growth starter activeListings=200 dailyRequests=100000'],
  more: 'A limit is written as name=number, or name=unlimited. Those that are not named are the plan’s.',
  run: (_, positionals) => sell(positionals),
})

async function showSold(json: boolean): Promise<void> {
  const { stripePrices } = loadConfig()
  const given = await inDatabase(({ kysely }) => loadSoldPlanTable(kysely))
  const rows = soldPlans.map((name) => ({
    name,
    ...given[name],
    stripePrices: stripePrices.filter(({ plan }) => plan === name).map(({ id }) => id),
  }))
  if (json) return printJson({ data: rows })
  const lines = rows.map(({ name, plan, limits, stripePrices: prices }) => [
    ...[name, plan, overridesText(limits)],
    prices.join(' ') || '-',
  ])
  print(table(['SOLD AS', 'PLAN', 'LIMITS OF ITS OWN', 'STRIPE_PRICES'], lines))
}

async function sell([sold, given, ...others]: string[]): Promise<void> {
  if (sold === undefined || given === undefined)
    throw new UsageError('plans sell takes <sold plan> <plan> [limit=number …]')
  const name = soldPlans.find((known) => known === sold)
  if (!name) throw new UsageError(`Plans are sold as ${soldPlans.join(', ')}.${hint(sold, [...soldPlans])}`)
  const plan = planNames.find((known) => known === given)
  if (!plan) throw new UsageError(`The plan is one of ${planNames.join(', ')}.${hint(given, [...planNames])}`)
  const limits = Object.fromEntries(
    others.map((text) => {
      const [limit = '', value = ''] = text.split('=', 2)
      const known = limitNamed(limit)
      return [known, valueOf(known, value)]
    }),
  )
  const now = new Date()
  await inDatabase(({ kysely }) =>
    kysely.transaction().execute(async (tx) => {
      await upsertSoldPlan(tx, { name, plan, limits }, now)
      // Workspaces that bought the plan get its new form.
      await updateAllLooksDue(tx, now)
      const details = { sold: name, plan, limits }
      await writeEverywhere(tx, { action: 'cli.plans.sell', actor: { kind: 'cli' }, details }, now)
    }),
  )
  print(
    `Workspaces that buy or have bought ${name} get the plan ${plan}${Object.keys(limits).length > 0 ? ` with ${overridesText(limits)}` : ''}. ${soon}`,
  )
}
