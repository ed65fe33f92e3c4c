/** `stays` lists reservations and tells the story of one. */
import type { Schema } from '../../../sdk/typescript/src/index.ts'
import { UsageError } from '../command.ts'
import { print } from '../print.ts'
import { table } from '../table.ts'
import { clientAction } from './client-action.ts'
import { findListingId } from './listings.ts'
import { cellOf, limitOption, pageSize, printFacts, printRecords, printSafeJson } from './print-records.ts'
import { addDays, dayOption, instantText, moneyText, nightsBetween } from './units.ts'

type Stay = Schema<'Reservation'>
type StayChange = Schema<'HistoryEntry'>

const statuses = ['confirmed', 'pending', 'cancelled', 'completed'] as const

export const staysList = clientAction({
  examples: ['stays', 'stays list --from 2026-07-01 --to 2026-07-31 --status confirmed', 'stays list --json'],
  options: {
    from: { type: 'string', value: '<day>', summary: 'Stays with a night on this day or later' },
    to: { type: 'string', value: '<day>', summary: 'Stays with a night on this day or earlier' },
    listing: {
      type: 'string',
      value: '<listing>',
      summary: 'Only of this home: its id, or a part of its name',
    },
    status: {
      type: 'string',
      value: '<status>',
      summary: statuses.join(', '),
      choices: statuses,
    },
    ...limitOption,
  },
  async run(client, { from, to, listing, status, limit, json }) {
    const [first, last] = [dayOption('from', from), dayOption('to', to)]
    if (first !== undefined && last !== undefined && last < first)
      throw new UsageError('--to is before --from.')
    const query = {
      limit: pageSize(limit),
      include_total: false,
      ...(first === undefined ? {} : { check_out_after: addDays(first, 1) }),
      ...(last === undefined ? {} : { check_in_before: last }),
      ...(status === undefined ? {} : { status: status as Stay['status'] }),
      ...(listing === undefined ? {} : { listing_id: await findListingId(client, listing) }),
    }
    await printRecords(client.list('/v1/reservations', { query }), {
      json,
      limit,
      head: ['ID', 'CHECK-IN', 'CHECK-OUT', 'NIGHTS', 'GUEST', 'STATUS', 'SOURCE', 'LISTING', 'TOTAL'],
      row: (stay) => [
        stay.id,
        stay.checkIn,
        stay.checkOut,
        String(nightsBetween(stay.checkIn, stay.checkOut)),
        guestOf(stay),
        stay.status,
        stay.source,
        stay.listingId,
        totalOf(stay),
      ],
      empty: 'There are no such stays.',
    })
  },
})

const guestOf = ({ guestName, primaryGuest }: Stay): string =>
  guestName ?? [primaryGuest?.firstName, primaryGuest?.lastName].filter(Boolean).join(' ')

const totalOf = ({ totalPrice, currency, financials }: Stay): string =>
  moneyText(totalPrice ?? financials?.totalPrice, currency ?? financials?.currency)

export const staysShow = clientAction({
  examples: ['stays show 88211', 'stays show 88211 --json'],
  more: 'With --json the record stands in `reservation` and its changes in `history`. Times are in UTC.',
  async run(client, { json }, [id, ...more]) {
    if (id === undefined || more.length > 0) throw new UsageError('stays show takes one reservation.')
    const path = { id }
    const stay = await client.get('/v1/reservations/{id}', { path })
    const changes: StayChange[] = []
    for await (const change of client.list('/v1/reservations/{id}/history', { path })) changes.push(change)
    if (json) return printSafeJson({ reservation: stay, history: changes })
    printFacts(factsOf(stay))
    if (changes.length === 0) return
    const rows = changes.map((change) => [
      instantText(change.at),
      change.change,
      changedFields(change),
      causeOf(change),
    ])
    print()
    print(
      table(
        ['TIME (UTC)', 'CHANGE', 'FIELDS', 'BY'],
        rows.map((row) => row.map(cellOf)),
      ),
    )
  },
})

function factsOf(stay: Stay): [string, string | null | undefined][] {
  const { occupancy } = stay
  const guests = occupancy?.total ?? occupancy?.adults
  return [
    ['ID', stay.id],
    ['Code', stay.confirmationCode],
    ['Guest', guestOf(stay)],
    ['Guests', guests === null || guests === undefined ? '' : String(guests)],
    ['Listing', stay.listingId],
    ['Unit', stay.unit?.name ?? stay.unit?.id],
    ['Check-in', [stay.checkIn, stay.checkInTime].filter(Boolean).join(' ')],
    ['Check-out', [stay.checkOut, stay.checkOutTime].filter(Boolean).join(' ')],
    ['Nights', String(nightsBetween(stay.checkIn, stay.checkOut))],
    ['Status', [stay.status, stay.statusDetail ?? stay.pendingReason].filter(Boolean).join(', ')],
    ['Answer by', stay.respondBy && `${instantText(stay.respondBy)} UTC`],
    ['Source', stay.source],
    ['Total', totalOf(stay)],
    ['Payment', stay.financials?.paymentStatus],
    ['Booked', stay.bookedAt && `${instantText(stay.bookedAt)} UTC`],
    ['Changed', `${instantText(stay.updatedAt)} UTC`],
    ['Conflicts with', stay.conflictsWith.join(', ')],
    ['Stale', stay.dataFreshness?.stale ? (stay.dataFreshness.reason ?? 'yes') : ''],
  ]
}

/** Names the fields that differ, with both values where they are short. */
function changedFields({ change, before, after }: StayChange): string {
  if (change === 'created' || change === 'deleted') return ''
  const [old, current] = [before ?? {}, after ?? {}] as Record<string, unknown>[]
  const names = Object.keys({ ...old, ...current }).filter(
    (name) => name !== 'updatedAt' && JSON.stringify(old?.[name]) !== JSON.stringify(current?.[name]),
  )
  return names.map((name) => `${name}${differenceOf(old?.[name], current?.[name])}`).join(', ')
}

function differenceOf(old: unknown, current: unknown): string {
  const isShort = (value: unknown) => value === undefined || value === null || typeof value !== 'object'
  if (!isShort(old) || !isShort(current)) return ''
  const text = `: ${String(old ?? '-')} -> ${String(current ?? '-')}`
  return text.length > 60 ? '' : text
}

const causeOf = ({ cause }: StayChange): string =>
  [cause.key?.name ?? cause.member?.name ?? cause.kind, cause.operation, cause.requestId]
    .filter(Boolean)
    .join(' ')
