import { UsageError } from '../command.ts'
import type { Values } from '../command.ts'

export interface CertifyOptions {
  vendor: string
  credentialsFile: string | undefined
  baseUrl: string | undefined
  live: boolean
  maxRecords: number
  renewToken: boolean
  folder: string
  /** What may be written; null: nothing. */
  write: { listing: string; bookings: boolean; confirmed: boolean } | null
}

const usualRecords = 500
const mostRecords = 100_000

export const options = {
  live: { type: 'boolean', summary: "Use a real account at the vendor's own address" },
  credentials: {
    type: 'string',
    value: '<file>',
    summary: 'JSON with the fields of the connect form; keep it for yourself only (chmod 600)',
  },
  'max-records': {
    type: 'string',
    value: '<n>',
    summary: 'At most so many records of each list',
    default: String(usualRecords),
  },
  'renew-token': {
    type: 'boolean',
    summary: 'Also check that a refused token is renewed; uses up one more token',
  },
  listing: {
    type: 'string',
    value: '<id>',
    summary: "The vendor's id of a listing that may be written on; with --write",
  },
  write: {
    type: 'boolean',
    summary: 'Change one free night more than 200 days ahead, read it back, set it back',
  },
  bookings: {
    type: 'boolean',
    summary: 'Also make and cancel a booking: its nights are really closed meanwhile',
  },
  yes: { type: 'boolean', summary: 'Do not ask before writing' },
  out: { type: 'string', value: '<folder>', summary: 'Where the report is put', default: '.' },
  'base-url': { type: 'string', value: '<url>', summary: 'Another address, such as that of a simulator' },
} as const

export const more = `Reads an account through the vendor's connector, checks what comes, and writes a report that can be attached to an issue:
certify-<vendor>-<date>.md and .json. Nothing is stored. Nothing is written to the account unless you name a listing.

Without --credentials the variable CERTIFY_CREDENTIALS is read (the same JSON); on a terminal you are asked. Credentials are never
taken from the command line, printed, logged or put into the report. VENDOR_BASE_URLS gives another address as --base-url does.

Calls keep to the limits that the connector knows and leave a third of them to whatever else uses the account. Ctrl-C stops; what
was checked until then is reported. What was written is put back first, with several tries; what could not be put back is printed
in capitals with what to do by hand. Messages are never sent.

The report holds figures, sentences of Lodgewire and names of fields that stand in its own schemas. Ids, names, addresses, texts and
amounts have no place in it.

Exit status: 0 nothing failed, 1 a check failed, 2 called wrongly. More in docs/guides/certify.md.`

export function readOptions(values: Values<typeof options>, positionals: readonly string[]): CertifyOptions {
  const [vendor, ...rest] = positionals
  if (vendor === undefined || rest.length > 0) throw new UsageError('certify takes one vendor')
  const maxRecords = Number(values['max-records'])
  if (!Number.isInteger(maxRecords) || maxRecords < 1 || maxRecords > mostRecords) {
    throw new UsageError(`--max-records is a number from 1 to ${mostRecords}`)
  }
  const baseUrl = values['base-url']
  if (baseUrl !== undefined && !/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? '')) {
    throw new UsageError('--base-url is an http address')
  }
  return {
    vendor,
    credentialsFile: values.credentials,
    baseUrl,
    live: values.live,
    maxRecords,
    renewToken: values['renew-token'],
    folder: values.out,
    write: orderIn(values),
  }
}

function orderIn({
  listing,
  write,
  bookings,
  yes,
}: {
  listing?: string | undefined
  write: boolean
  bookings: boolean
  yes: boolean
}): CertifyOptions['write'] {
  if (bookings && !write) throw new UsageError('--bookings needs --write')
  if (write !== (listing !== undefined)) throw new UsageError('--write and --listing <id> go together')
  return listing === undefined ? null : { listing, bookings, confirmed: yes }
}
