/** `listings` lists homes and shows one. */
import type { Lodgewire, Schema } from '../../../sdk/typescript/src/index.ts'
import { UsageError } from '../command.ts'
import { clientAction } from './client-action.ts'
import { plainLine } from './plain-text.ts'
import { limitOption, pageSize, printFacts, printRecords, printSafeJson } from './print-records.ts'

type ListingAnswer = Schema<'ListingDetail'>

export const listingsList = clientAction({
  examples: ['listings', 'listings list --search lisbon --json'],
  options: {
    search: { type: 'string', value: '<text>', summary: 'Only with this in the name, street or city' },
    status: {
      type: 'string',
      value: '<status>',
      summary: 'active, inactive, archived or all',
      default: 'active',
      choices: ['active', 'inactive', 'archived', 'all'],
    },
    ...limitOption,
  },
  async run(client, { search, status, limit, json }) {
    const query = {
      status: status as 'active',
      limit: pageSize(limit),
      include_total: false,
      ...(search === undefined ? {} : { q: search }),
    }
    await printRecords(client.list('/v1/listings', { query }), {
      json,
      limit,
      head: ['ID', 'NAME', 'CITY', 'STATUS', 'CURRENCY', 'CHANNELS'],
      row: (listing) => [
        listing.id,
        listing.name,
        'city' in listing ? listing.city : '',
        listing.active ? 'active' : 'inactiveReason' in listing ? listing.inactiveReason : listing.status,
        'currency' in listing ? listing.currency : '',
        listing.channels.map(({ platform }) => platform).join(', '),
      ],
      empty: 'There are no listings.',
    })
  },
})

export const listingsShow = clientAction({
  examples: ['listings show 4201', 'listings show "Sea View" --json'],
  more: 'A listing is named by its id, or by a part of its name, street or city that no other has.',
  async run(client, { json }, [name, ...more]) {
    if (name === undefined || more.length > 0) throw new UsageError('listings show takes one listing.')
    const id = await findListingId(client, name)
    const listing = await client.get('/v1/listings/{id}', {
      path: { id },
      query: { include: 'details' },
    })
    if (json) return printSafeJson(listing)
    printFacts(factsOf(listing as ListingAnswer))
  },
})

function factsOf(listing: ListingAnswer): [string, string | null | undefined][] {
  const { details } = listing
  const has = (count: number | string | null | undefined, noun: string) =>
    count === null || count === undefined ? '' : `${count} ${noun}`
  const rooms = [
    has(details?.bedrooms, 'bedrooms'),
    has(details?.bathrooms, 'bathrooms'),
    has(details?.personCapacity, 'guests at most'),
  ]
  return [
    ['ID', listing.id],
    ['Name', listing.name],
    ['Title for guests', listing.publicName],
    ['Address', [listing.address.street, listing.address.city].filter(Boolean).join(', ')],
    ['Status', listing.status],
    ['Currency', listing.currency],
    ['Rooms', rooms.filter(Boolean).join(', ')],
    ['Check-in', details?.checkInTimeStart],
    ['Check-out', details?.checkOutTime],
    ['Channels', listing.channels.map(({ platform, externalId }) => `${platform} ${externalId}`).join(', ')],
    ['Units', (listing.units ?? []).map(({ name }) => name).join(', ')],
    ['Changed', listing.updatedAt],
  ]
}

/** Takes digits as an id; any other word has to fit one active listing. */
export async function findListingId(client: Lodgewire, name: string): Promise<string> {
  if (/^[1-9]\d{0,17}$/.test(name)) return name
  const query = { q: name, limit: 10, include_total: false }
  const { data } = await client.get('/v1/listings', { query })
  const exact = data.filter((listing) => listing.name === name)
  const [found, ...others] = exact.length === 1 ? exact : data
  if (found === undefined)
    throw new UsageError(`No listing has ${JSON.stringify(name)} in its name or address.`)
  if (others.length === 0) return found.id
  const choices = data.map((listing) => `  ${listing.id}  ${plainLine(listing.name)}`).join('\n')
  throw new UsageError(`Several listings have ${JSON.stringify(name)} in their name or address.`, choices)
}
