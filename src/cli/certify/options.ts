import { parseArgs } from 'node:util'
import { UsageError, usageErrors } from '../command.ts'

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

export const usage =
  '<vendor> --live [--credentials <file>] [--max-records <n>] [--renew-token] [--listing <id> --write [--bookings] [--yes]] [--out <folder>] [--base-url <url>]'

export const help = `Usage: npm run lodgewire -- certify ${usage}

Reads a real account of a vendor through its connector, checks what comes, and writes a report that can be attached to an
issue: certify-<vendor>-<date>.md and .json. Nothing is stored. Nothing is written to the account unless you name a listing.

  --live               use a real account at the vendor's own address; needed unless another address is given
  --credentials <file> a JSON object with the fields of the connect form; keep it for yourself only (chmod 600).
                       Without it the variable CERTIFY_CREDENTIALS is read (the same JSON); on a terminal you are asked.
                       Credentials are never taken from the command line, printed, logged or put into the report.
  --max-records <n>    at most so many records of each list (${usualRecords}); a list that is longer is not walked to its end
  --renew-token        also check that a refused token is renewed; uses up one more token where a vendor gives out few
  --listing <id>       the vendor's id of a listing that may be written on, together with --write
  --write              change price and shortest stay of one free night more than 200 days ahead, read it back, set it back
  --bookings           also make and cancel a booking there: its nights are really closed meanwhile, and some vendors count it
  --yes                do not ask before writing
  --out <folder>       where the report is put (the current folder)
  --base-url <url>     another address, such as that of a simulator; VENDOR_BASE_URLS does the same

Calls keep to the limits that the connector knows and leave a third of them to whatever else uses the account.
Ctrl-C stops; what was checked until then is reported. What was written is put back first, with several tries; what could not
be put back is printed in capitals with what to do by hand. Messages are never sent.

The report holds figures, sentences of Lodgewire and names of fields that stand in its own schemas. Ids, names, addresses,
texts and amounts have no place in it.

Exit status: 0 nothing failed, 1 a check failed, 2 called wrongly.

See docs/guides/certify.md.`

export function readOptions(args: string[]): CertifyOptions {
  const { values, positionals } = usageErrors(() =>
    parseArgs({
      args,
      allowPositionals: true,
      options: {
        live: { type: 'boolean', default: false },
        credentials: { type: 'string' },
        'max-records': { type: 'string', default: String(usualRecords) },
        'renew-token': { type: 'boolean', default: false },
        out: { type: 'string', default: '.' },
        'base-url': { type: 'string' },
        listing: { type: 'string' },
        write: { type: 'boolean', default: false },
        bookings: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
      },
    }),
  )
  const [vendor, ...more] = positionals
  if (vendor === undefined || more.length > 0) throw new UsageError('certify takes one vendor')
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
