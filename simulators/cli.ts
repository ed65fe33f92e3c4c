import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { simulators, startSimulator } from './index.ts'
import type { RunningSimulator, SimulatorOptions } from './index.ts'

/** The command's help shows these options. */
export const simulatorOptions = {
  port: { type: 'string', value: '<n>', summary: 'Port to listen on', default: 'a free one' },
  listings: { type: 'string', value: '<n>', summary: 'Listings in the account', default: '40' },
  reservations: { type: 'string', value: '<n>', summary: 'Bookings in the account', default: '600' },
  seed: { type: 'string', value: '<n>', summary: 'The same seed makes the same account', default: '1' },
  now: {
    type: 'string',
    value: '<instant>',
    summary: 'Where the clock starts, e.g. 2026-06-01T08:00:00Z',
    default: 'now',
  },
  speed: { type: 'string', value: '<n>', summary: 'How many times as fast its clock runs', default: '1' },
  'rate-limit': {
    type: 'string',
    value: 'vendor|off',
    summary: "The vendor's own limits, or none",
    default: 'vendor',
  },
  moving: {
    type: 'string',
    value: '[seconds]',
    summary: 'Bookings, changes and messages appear by themselves; alone: every 5',
    default: 'off',
  },
  'webhook-retries': {
    type: 'string',
    value: '<list>',
    summary: 'Seconds before each retry of a webhook, e.g. 1,5,20',
  },
  habit: {
    type: 'string',
    value: '<name>=<number>',
    multiple: true,
    summary: 'Switch on a habit of the vendor; a wrong name lists them',
  },
} as const

export const simulatorNames: readonly string[] = Object.keys(simulators)

const options = {
  ...Object.fromEntries(Object.keys(simulatorOptions).map((name) => [name, { type: 'string' }])),
  habit: { type: 'string', multiple: true },
  help: { type: 'boolean' },
} as { [K in Exclude<keyof typeof simulatorOptions, 'habit'>]: { type: 'string' } } & {
  habit: { type: 'string'; multiple: true }
  help: { type: 'boolean' }
}

const usage = `usage: simulate <vendor> [options]
${Object.entries(simulatorOptions)
  .map(([name, { value, summary }]) => `  ${`--${name} ${value}`.padEnd(24)} ${summary}`)
  .join('\n')}`

/** Reads the command line; null asks for help. Throws for wrong arguments. */
export function readSimulatorCommand(args: string[]): { vendor: string; wanted: SimulatorOptions } | null {
  const { values, positionals } = parseArgs({
    args: withMovingDefault(args),
    options,
    allowPositionals: true,
  })
  if (values.help === true) return null
  const [vendor, ...rest] = positionals
  if (vendor === undefined || rest.length > 0) {
    throw new Error(`${usage}\nvendors: ${simulatorNames.join(', ')}`)
  }
  return { vendor, wanted: readOptions(values) }
}

/** Runs one simulator until SIGTERM or SIGINT. Throws a clear text if the port is taken. */
export async function runSimulatorCommand(args: string[]): Promise<void> {
  const command = readSimulatorCommand(args)
  if (command === null) return void process.stdout.write(`${usage}\n`)
  const { vendor, wanted } = command
  const simulator = await start(vendor, wanted)
  const stop = new AbortController()
  const stopped = Promise.race(
    ['SIGTERM', 'SIGINT'].map((signal) => once(process, signal, { signal: stop.signal })),
  )
  const { url, credentials, partner, control } = simulator
  const settings = Object.keys(partner).length > 0 ? { partner } : {}
  process.stdout.write(`${JSON.stringify({ vendor, url, credentials, ...settings, control })}\n`)
  await stopped
  stop.abort()
  await simulator.close()
}

type SimulatorFlags = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

function readOptions(values: SimulatorFlags): SimulatorOptions {
  const rateLimit = values['rate-limit'] ?? 'vendor'
  if (rateLimit !== 'vendor' && rateLimit !== 'off') throw new Error('--rate-limit must be vendor or off')
  const numbers = {
    port: readCount('--port', values.port, 65_535),
    listings: readCount('--listings', values.listings),
    reservations: readCount('--reservations', values.reservations),
    seed: readCount('--seed', values.seed),
    speed: values.speed === undefined ? undefined : readPositive('--speed', values.speed),
    moving: values.moving === undefined ? undefined : readSeconds('--moving', values.moving),
  }
  const retries = values['webhook-retries']?.split(',')
  return {
    ...Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined)),
    ...(values.now === undefined ? {} : { now: readInstant(values.now) }),
    ...(retries === undefined
      ? {}
      : {
          webhooks: { retryDelaysMs: retries.map((text) => readSeconds('--webhook-retries', text) * 1000) },
        }),
    habits: Object.fromEntries((values.habit ?? []).map(readHabit)),
    rateLimit,
  }
}

/** `--moving` may stand alone. */
function withMovingDefault(args: string[]): string[] {
  return args.flatMap((arg, index) => {
    const isAlone = arg === '--moving' && !/^[\d.]+$/.test(args[index + 1] ?? '')
    return isAlone ? ['--moving', '5'] : [arg]
  })
}

function readCount(name: string, text: string | undefined, most = 10_000_000): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text) || Number(text) > most) {
    throw new Error(`${name} must be a whole number from 0 to ${most}, not "${text}"`)
  }
  return Number(text)
}

function readPositive(name: string, text: string, kind = 'a number'): number {
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number) || number <= 0) {
    throw new Error(`${name} must be ${kind} greater than 0, not "${text}"`)
  }
  return number
}

const readSeconds = (name: string, text: string) => readPositive(name, text, 'a number of seconds')

function readInstant(text: string): string {
  try {
    return Temporal.Instant.from(text).toString()
  } catch (cause) {
    throw new Error(`--now must be an instant such as 2026-06-01T08:00:00Z, not "${text}"`, { cause })
  }
}

function readHabit(text: string): [string, number] {
  const [name, value] = text.split('=')
  if (!name || value === undefined || !Number.isFinite(Number(value))) {
    throw new Error(`--habit must look like name=1, not "${text}"`)
  }
  return [name, Number(value)]
}

async function start(vendor: string, options: SimulatorOptions): Promise<RunningSimulator> {
  try {
    return await startSimulator(vendor, options)
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw isTaken ? new Error(`port ${options.port} is already in use`, { cause: error }) : error
  }
}

if (import.meta.main) {
  try {
    await runSimulatorCommand(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
