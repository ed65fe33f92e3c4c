import { pino } from 'pino'
import type { Logger } from 'pino'
import { isLoggedOutage, isRefusingWrites } from './database-outage.ts'
import type { LogLevel } from './settings/server-settings.ts'
import { createRefusedWriteCounter } from './refused-writes.ts'

export type Log = Logger

type Destination = { write(line: string): void }

const secretNames =
  '(?:proxy-)?authorization|(?:set-)?cookie|x-api-key|api[-_]?key|encryption_?key|(?:live|sandbox)_?key|password|passwd' +
  '|(?:client_?)?secret|(?:(?:access|refresh|id)_?)?token|credentials?|(?:database|connection)_?(?:url|string)'
const secretField = new RegExp(`^(?:${secretNames})$`, 'i')

export const isSecretName = (name: string): boolean => secretField.test(name)

/** Texts can contain secrets, which no field name gives away. */
const secretTexts: [RegExp, string][] = [
  // The fields of a child log bypass the formatters.
  [new RegExp(`"(${secretNames})":"(?:[^"\\\\]|\\\\.)*"`, 'gi'), '"$1":"[hidden]"'],
  [/\bcs_\d+_[A-Za-z0-9]{16,}/g, 'cs_[hidden]'],
  [/(sk|ms|at)_(live|test)_[A-Za-z0-9]+/g, '$1_$2_[hidden]'],
  [/\b(ac|ar)_\d+_[A-Za-z0-9]{16,}/g, '$1_[hidden]'],
  [/\b(Bearer|Basic) [A-Za-z0-9._~+/=-]{8,}/g, '$1 [hidden]'],
  [/(\w+:\/\/[^\s/:@"]+):[^\s/@"]+@/g, '$1:[hidden]@'],
]

/** Writes to standard error, so that a command's output stays clean; a terminal gets readable lines. */
export function createLog(options: {
  level: LogLevel
  destination?: Destination
  pretty?: boolean
  color?: boolean
}): Log {
  const out = options.destination ?? { write: (line: string) => void process.stderr.write(line) }
  const pretty = options.pretty ?? (process.stderr.isTTY && !options.destination)
  const color = options.color ?? !process.env.NO_COLOR
  const refusedWrites = createRefusedWriteCounter()
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: hideObject },
      // Errors are described above; the standard serializer would change that description.
      serializers: { err: (error) => error },
      hooks: {
        streamWrite: hideTexts,
        logMethod(args, method) {
          const [fields] = args as unknown as [{ err?: unknown } | string]
          if (typeof fields !== 'object') return method.apply(this, args)
          if (isLoggedOutage(fields.err)) return
          if (!isRefusingWrites(fields.err)) return method.apply(this, args)
          const line = refusedWrites.count(fields.err)
          if (line)
            method.call(this, line, 'the database takes no writes: it is read-only, or its disk is full')
        },
      },
    },
    pretty ? { write: (line) => out.write(readable(line, color)) } : out,
  )
}

export function hideTexts(text: string): string {
  return secretTexts.reduce((text, [pattern, instead]) => text.replace(pattern, instead), text)
}

function hideObject(fields: object): Record<string, unknown> {
  return hideSecrets(fields, 0) as Record<string, unknown>
}

/** Deeper fields would help no reader of the log. */
const maxDepth = 6

function hideSecrets(value: unknown, depth: number): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  if (value instanceof Error) return describeError(value, depth)
  if (depth >= maxDepth) return '[deeper]'
  if (Array.isArray(value)) return value.map((item) => hideSecrets(item, depth + 1))
  if (value instanceof Map || value instanceof Set) return hideSecrets([...value], depth)
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  const entries = Object.entries(value).map(([key, field]) => [
    key,
    secretField.test(key) && field != null ? '[hidden]' : hideSecrets(field, depth + 1),
  ])
  return Object.fromEntries(entries)
}

/** Some error messages quote values of rows and bodies: PostgreSQL's (class 22) and the JSON parser's. */
const quotedValues: readonly ((error: Error & { code?: unknown }) => [from: RegExp, to: string] | null)[] = [
  ({ code }) => (typeof code === 'string' && /^22/.test(code) ? [/"[\s\S]*"/, '"…"'] : null),
  (error) =>
    error instanceof SyntaxError
      ? [/(?:\.\.\.)?"[\s\S]*"(?:\.\.\.)? is not valid JSON/, 'it is not valid JSON']
      : null,
]

function withoutValues(error: Error): { message: string; stack: string | undefined } {
  const { message, stack } = error
  const found = quotedValues.flatMap((find) => find(error) ?? [])
  const [from, to] = found as [RegExp?, string?]
  if (from === undefined || to === undefined) return { message, stack }
  const redacted = message.replace(from, to)
  return { message: redacted, stack: stack?.replace(message, () => redacted) }
}

/** The error's other fields are left out: a database driver puts row values there. */
function describeError(error: Error, depth: number): object {
  const code = 'code' in error ? { code: error.code } : {}
  const cause = error.cause && depth < maxDepth ? { cause: hideSecrets(error.cause, depth + 1) } : {}
  const { message, stack } = withoutValues(error)
  return { type: error.name, message, ...code, stack, ...cause }
}

const colors: Record<string, number> = { trace: 90, debug: 90, info: 32, warn: 33, error: 31, fatal: 31 }

function readable(line: string, color: boolean): string {
  const { level, time, msg = '', err, ...fields } = JSON.parse(line)
  const paint = (code: number, text: string) => (color ? `\x1b[${code}m${text}\x1b[0m` : text)
  const details = Object.entries(fields).map(([key, value]) => {
    return paint(90, `${key}=`) + (typeof value === 'string' ? value : JSON.stringify(value))
  })
  const head = [paint(90, time.slice(11, 23)), paint(colors[level] ?? 0, level.padEnd(5)), msg, ...details]
  return `${head.join(' ')}\n${err ? `${err.stack ?? err.message}\n` : ''}`
}
