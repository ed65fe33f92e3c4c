/** Leads have no money: it is in orders, which are read for a property at once or for a lead. */
import { fieldOf, listIn, orRefused, readable } from '../../connector-kit/answers.ts'
import type { Query } from '../../connector-kit/http.ts'
import { compareInstants } from '../../connector-kit/dates.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { remember } from '../../connector-kit/remember.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { apiPath, changedAt, leadsBy, uidOf, updatedSince } from './envelope.ts'
import { VendorOrder } from './vendor.ts'

const keptMs = 600_000
const unpaid: readonly unknown[] = ['BLOCKED', 'SAMPLE']

export type OrderOf = (row: unknown) => VendorOrder | undefined

/**
 * Finds the order of each lead. A full walk meets a property on many pages, so it keeps what it read; changed
 * leads are read for afresh.
 */
export async function ordersOf(
  context: VendorContext,
  rows: readonly unknown[],
  { isFull }: { isFull: boolean },
): Promise<OrderOf> {
  const leadsByProperty = new Map<string, string[]>()
  for (const row of rows) {
    const [lead, property] = [textOf(row, 'uid'), textOf(row, 'propertyUid')]
    const isUnpaid = fieldOf(row, 'type') === 'BLOCK' || unpaid.includes(fieldOf(row, 'status'))
    if (lead === null || property === null || isUnpaid) continue
    leadsByProperty.set(property, [...(leadsByProperty.get(property) ?? []), lead])
  }
  const found = await Promise.all(
    [...leadsByProperty].map(async ([propertyUid, [leadUid, ...others]]) => {
      const ofProperty = () => read(context, { propertyUid })
      if (isFull) return remember(context, `hostfully orders ${propertyUid}`, keptMs, ofProperty)
      return others.length === 0 ? read(context, { leadUid }) : ofProperty()
    }),
  )
  const orders = Map.groupBy(found.flat(), ({ leadUid }) => leadUid)
  return (row) => {
    // Two orders do not tell which one the guest pays, so neither is shown.
    const [order, ...others] = orders.get(textOf(row, 'uid') ?? '') ?? []
    return others.length === 0 ? order : undefined
  }
}

/** Adjusting an order may leave its lead as it was, so leads that are not among the changed ones are read too. */
export async function leadsOfChangedOrders(
  context: VendorContext,
  rows: readonly unknown[],
  since: string,
): Promise<unknown[]> {
  const present = new Set(rows.map(uidOf))
  const orders = await read(context, updatedSince(since))
  const absent = orders.map(({ leadUid }) => leadUid).filter((uid) => !present.has(uid))
  const leads = await leadsBy(context, absent)
  return leads.filter((lead) => {
    const changed = changedAt(lead)
    return changed === null || compareInstants(changed, since) < 0
  })
}

const textOf = (row: unknown, name: string): string | null => presentText(fieldOf(row, name))

/** A refusal of orders must not cost the booking. */
async function read({ http }: VendorContext, query: Query): Promise<VendorOrder[]> {
  const answer = await orRefused(http.get(apiPath('orders'), { query }))
  return answer === null ? [] : readable(VendorOrder, listIn(answer, 'orders'))
}
