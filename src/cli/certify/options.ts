import { UsageError } from '../command.ts'
import type { OptionValues } from '../command.ts'
import type { WriteOrder } from './write-order.ts'

export interface CertifyOptions {
  vendor: string
  credentialsFile: string | undefined
  baseUrl: string | undefined
  live: boolean
  maxRecords: number
  renewToken: boolean
  folder: string
  /** What may be written; null for nothing. */
  write:
    (Pick<WriteOrder, 'listing' | 'bookings' | 'content' | 'message' | 'answer'> & WriteConfirmation) | null
}
interface WriteConfirmation {
  confirmed: boolean
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
    summary: 'Records to read of each list, at most',
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
  content: {
    type: 'boolean',
    summary: 'Also change one text of the listing or of its property, read it back, set it back',
  },
  message: {
    type: 'string',
    value: '<id>',
    summary: "Also send one message: the vendor's id of the conversation; it cannot be taken back",
  },
  accept: {
    type: 'string',
    value: '<id>',
    summary: "Also accept a request: the vendor's id of it; it cannot be taken back",
  },
  decline: { type: 'string', value: '<id>', summary: 'The same with declining it' },
  yes: { type: 'boolean', summary: 'Do not ask before writing' },
  out: { type: 'string', value: '<folder>', summary: 'Where the report is put', default: '.' },
  'base-url': { type: 'string', value: '<url>', summary: 'Another address, such as that of a simulator' },
} as const

export const more = `Reads an account through the vendor's connector, checks what comes, and writes a report to attach to an issue:
certify-<vendor>-<date>.md and .json. Lodgewire stores nothing of the account, and writes to it only with --listing and --write.

Credentials come from --credentials or from CERTIFY_CREDENTIALS (the same JSON); on a terminal you are asked for them. They are
never taken from the command line, printed, logged or put into the report.

The report holds counts, field names of Lodgewire's own schemas and fixed sentences. Ids, names, addresses, texts and amounts have no
place in it.

Ctrl-C stops and reports what was checked until then. Changes are undone first, with several tries; one that could not be undone is
printed in capitals with what to do by hand.

Exit status: 0 nothing failed, 1 a check failed, 2 wrong usage. Read docs/guides/certify.md first.`

export function readOptions(
  values: OptionValues<typeof options>,
  positionals: readonly string[],
): CertifyOptions {
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

function orderIn(values: OptionValues<typeof options>): CertifyOptions['write'] {
  const { listing, write, bookings, content, message, accept, decline, yes } = values
  for (const name of ['bookings', 'content', 'message', 'accept', 'decline'] as const) {
    const isAsked = values[name] !== undefined && values[name] !== false
    if (isAsked && !write) throw new UsageError(`--${name} needs --write`)
  }
  if (accept !== undefined && decline !== undefined)
    throw new UsageError('--accept and --decline do not go together')
  if (write !== (listing !== undefined)) throw new UsageError('--write and --listing <id> go together')
  if (listing === undefined) return null
  const request = accept ?? decline
  return {
    ...{ listing, bookings, content, message: message ?? null, confirmed: yes },
    answer: request === undefined ? null : { request, with: accept === undefined ? 'decline' : 'accept' },
  }
}
