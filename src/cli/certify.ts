/** `certify` reads a vendor's real account through its connector and reports the checks without personal data. */
import { setTimeout as pause } from 'node:timers/promises'
import { joinPartner } from '../connector-kit/partnership.ts'
import { connectors } from '../connectors/index.ts'
import { loadConfig } from '../platform/config.ts'
import { partnersOf } from '../platform/settings/partner-settings.ts'
import { serverVersion } from '../platform/version.ts'
import { ask } from './certify/ask.ts'
import { calendarFile, certifyCalendarFile } from './certify/calendar-file.ts'
import { certifyAccount } from './certify/certify.ts'
import { findCredentials, findGiven } from './certify/credentials.ts'
import { writeReport } from './certify/files.ts'
import { more, options as accepted, readOptions } from './certify/options.ts'
import type { CertifyOptions } from './certify/options.ts'
import { findingLines, stateOf, type Report } from './certify/report.ts'
import type { Result } from './certify/run.ts'
import { action, hint, UsageError } from './command.ts'
import { paint, print } from './print.ts'
import { showProgress, type ShownProgress } from './show-progress.ts'
import { stopRequested } from './signals.ts'

export const certify = action({
  options: accepted,
  examples: [
    'certify hostaway --live --credentials credentials.json',
    'certify hostaway --base-url http://127.0.0.1:4101 --credentials credentials.json',
  ],
  more,
  async run(values, positionals) {
    const options = readOptions(values, positionals)
    if (options.vendor === calendarFile.id) {
      await certifyCalendar(options)
      return
    }
    const known = Object.hasOwn(connectors, options.vendor) ? connectors[options.vendor] : undefined
    if (known === undefined) {
      const vendors = [...Object.keys(connectors), calendarFile.id]
      throw new UsageError(
        `There is no vendor "${options.vendor}".${hint(options.vendor, vendors)} Known: ${vendors.join(', ')}.`,
      )
    }
    const config = loadConfig()
    const connector = joinPartner(known, partnersOf(config), config.vendorBaseUrls.get(options.vendor))
    if (connector.partnership) {
      throw new UsageError(
        `${options.vendor} needs ${connector.partnership.settings.join(' and ')} to be set.`,
      )
    }
    const baseUrl = addressOf(options)
    if (options.write?.confirmed === false && !isTerminal())
      throw new UsageError('--write needs --yes where there is no terminal to ask on')
    const credentials = await findCredentials(connector, {
      file: options.credentialsFile,
      variable: process.env.CERTIFY_CREDENTIALS,
      isTerminal: isTerminal(),
      warn: print,
    })
    if (options.write !== null && !options.write.confirmed) await confirm(options.write)
    const stopping = new AbortController()
    void stopRequested().then(() => stopping.abort())
    const surroundings = {
      now: () => new Date(),
      sleep: (ms: number) => pause(ms),
      ...(baseUrl === undefined ? {} : { baseUrl }),
    }
    const watched = watchChecks()
    const report = await certifyAccount(connector, credentials, surroundings, {
      version: serverVersion,
      maxRecords: options.maxRecords,
      renewToken: options.renewToken,
      signal: stopping.signal,
      starts: watched.starts,
      progress: watched.progress,
      ...(options.write === null ? {} : { write: { ...options.write, say: watched.say } }),
    }).finally(watched.end)
    tellReport(options.folder, report)
  },
})

function tellReport(folder: string, report: Report): void {
  const [markdown, json] = writeReport(folder, report)
  print(`\nReport: ${markdown}\n        ${json}`)
  if (report.summary.failed > 0) process.exitCode = 1
}

/** A calendar's address is a secret, so it comes from where credentials come from. */
async function certifyCalendar({ live, baseUrl, write, folder, credentialsFile }: CertifyOptions) {
  if (baseUrl !== undefined || write !== null)
    throw new UsageError('a calendar file is read at its own address, and nothing is written')
  if (!live) throw new UsageError('--live is needed to read the calendar of a platform')
  const { url, ...others } = await findGiven(calendarForm, {
    file: credentialsFile,
    variable: process.env.CERTIFY_CREDENTIALS,
    isTerminal: isTerminal(),
    warn: print,
  })
  if (typeof url !== 'string' || url === '' || Object.keys(others).length > 0)
    throw new UsageError('What is needed of a calendar file is url, its address as the platform shows it')
  const stopping = new AbortController()
  void stopRequested().then(() => stopping.abort())
  const report = await certifyCalendarFile({
    config: loadConfig(),
    url,
    version: serverVersion,
    now: () => new Date(),
    signal: stopping.signal,
    progress: show,
  })
  tellReport(folder, report)
}

const calendarForm = [
  {
    key: 'url',
    label: 'Address of the calendar',
    help: 'As the platform shows it for other calendars.',
    secret: true,
  },
]

type ConfirmedWrites = NonNullable<CertifyOptions['write']>
const listed = new Intl.ListFormat('en')

const isTerminal = (): boolean => process.stdin.isTTY && process.stdout.isTTY

async function confirm({ listing, bookings, content, message, answer }: ConfirmedWrites): Promise<void> {
  const undone = ['a night', ...(bookings ? ['a booking'] : []), ...(content ? ['a text'] : [])]
  print(
    `This writes ${listed.format(undone)} on a real listing and undoes it.${bookings ? ' The nights are really closed meanwhile.' : ''}`,
  )
  const lasting = [
    ...(message === null ? [] : [`sends a message in conversation ${message}`]),
    ...(answer === null ? [] : [`${answer.with}s request ${answer.request}`]),
  ]
  if (lasting.length > 0) print(`It also ${listed.format(lasting)}. THIS CANNOT BE UNDONE.`)
  const typed = await ask(`Type the id of the listing (${listing}) to go on: `, { secret: false })
  if (typed.trim() !== listing) throw new Error('Nothing was done: another id was typed.')
}

/** Undefined means the vendor's own address, which needs --live. */
function addressOf({ vendor, baseUrl, live }: CertifyOptions): string | undefined {
  const address = baseUrl ?? loadConfig().vendorBaseUrls.get(vendor)
  if (address === undefined && !live) {
    throw new UsageError('--live is needed to use a real account; --base-url <url> uses another address')
  }
  return address
}

/** Lines of results stay; the bar below them names the running check. */
function watchChecks() {
  let shown: ShownProgress | undefined
  const above = (write: () => void) => (shown ? shown.above(write) : write())
  return {
    starts: (title: string, checkCount: number) => (shown ??= showProgress(checkCount)).advance(0, title),
    progress(result: Result): void {
      shown?.advance(1, result.title)
      above(() => show(result))
    },
    say: (text: string) => above(() => print(text)),
    end: () => shown?.end(),
  }
}

const stateColours = { passed: 'green', failed: 'red', not_offered: 'dim', skipped: 'dim' } as const

function show(result: Result): void {
  const state = paint(stateColours[result.state], stateOf(result).padEnd(12))
  print(`${state}  ${result.id.padEnd(26)}${result.title}`)
  if (result.state === 'failed') for (const line of findingLines(result)) print(`                ${line}`)
}
