import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import path from 'node:path'
import { until } from './until.ts'

export const root = path.resolve(import.meta.dirname, '../..')

export type Child = {
  process: ChildProcess
  out: () => string
  err: () => string
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
  line: (pattern: RegExp, withinMs?: number) => Promise<RegExpExecArray>
}

type ChildOptions = {
  env?: Record<string, string>
  uid?: number
  gid?: number
  detached?: boolean
  cwd?: string
}

/** Runs a TypeScript file of the repository as a process of its own. */
export function runScript(file: string, args: string[], options: ChildOptions = {}): Child {
  const { env = {}, ...rest } = options
  const child = spawn(process.execPath, [path.join(root, file), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: root,
    ...rest,
    // Settings of the tests' machine must not change the result.
    env: { ...inherited(), ...env },
  })
  const text = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (text.out += chunk))
  child.stderr.on('data', (chunk) => (text.err += chunk))
  const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? signal ?? 1))
  })
  let over = false
  void ended.then(() => (over = true))
  const line = (pattern: RegExp, withinMs?: number) =>
    until(
      `output ${pattern} of ${file}`,
      () => {
        const found = pattern.exec(text.out)
        if (!found && over)
          throw new Error(`${file} ended without output ${pattern}:\n${text.out}${text.err}`)
        return found
      },
      withinMs === undefined ? {} : { withinMs },
    )
  return { process: child, out: () => text.out, err: () => text.err, ended, line }
}

const passedOn = [
  'PATH',
  'HOME',
  'TMPDIR',
  'LODGEWIRE_TEST_RUN',
  'TEST_DATABASE_URL',
  'TEST_DATABASE_PREFIX',
  'TEST_DATABASE_TEMPLATE',
  'TEST_DATABASE_MACHINES',
  'NODE_COMPILE_CACHE',
]

/** What a process of ours gets from the tests' own environment. */
export function inherited(): Record<string, string> {
  return Object.fromEntries(
    passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
}
