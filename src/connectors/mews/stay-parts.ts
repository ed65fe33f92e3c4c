/** Prices, guests and travel agencies of reservations, which carry none of them. */
import { fieldOf, readable } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { presentText } from '../../connector-kit/readings.ts'
import type { Account } from './account.ts'
import { rowsFor } from './calls.ts'
import { guestIdOf } from './map-reservation.ts'
import type { StayParts } from './map-reservation.ts'
import { changedAt } from './reservation-walk.ts'
import { OrderItem, VendorCompany, VendorCustomer, VendorReservation } from './vendor.ts'

export async function stayPartsOf(
  context: VendorContext,
  account: Account,
  rows: unknown[],
): Promise<{ parts: StayParts; changes: (string | null)[] }> {
  const stays = readable(VendorReservation, rows)
  const stayIds = unique(stays, ({ Id }) => Id)
  const orderItems = await rowsFor(context, 'orderItems/getAll', 'ServiceOrderIds', stayIds)
  const guests = await rowsFor(context, 'customers/getAll', 'CustomerIds', unique(stays, guestIdOf), {
    Extent: { Customers: true, Addresses: true },
    // A profile that was merged into another is still the guest of its stays.
    ActivityStates: ['Active', 'Deleted'],
  })
  const agencies = unique(stays, ({ TravelAgencyId }) => presentText(TravelAgencyId))
  const companies = await rowsFor(context, 'companies/getAll', 'Ids', agencies)
  const parts = {
    account,
    customers: new Map(readable(VendorCustomer, guests).map((row) => [row.Id, row])),
    companies: new Map(
      readable(VendorCompany, companies).map((row) => [row.Id, presentText(row.Name) ?? 'unnamed']),
    ),
    ...itemsByStay(orderItems),
  }
  // Customers of companies' stays are left out: their changes are not looked for.
  const owners = new Set(stays.map(({ AccountId }) => AccountId))
  const changed = readable(VendorCustomer, guests).filter(({ Id }) => owners.has(Id))
  return { parts, changes: [...orderItems, ...changed].map(changedAt) }
}

function itemsByStay(rows: unknown[]): Pick<StayParts, 'items' | 'unpriced'> {
  const items = new Map<string, OrderItem[]>()
  const unpriced = new Set<string>()
  for (const row of rows) {
    const stay = fieldOf(row, 'ServiceOrderId')
    if (typeof stay !== 'string') continue
    const [item] = readable(OrderItem, [row])
    if (item !== undefined) items.set(stay, [...(items.get(stay) ?? []), item])
    else unpriced.add(stay)
  }
  return { items, unpriced }
}

function unique<T>(rows: T[], idOf: (row: T) => string | null): string[] {
  return [...new Set(rows.map(idOf).filter((id) => id !== null))]
}
