import { spawn } from 'node:child_process'
import type { ChildProcess, StdioOptions } from 'node:child_process'
import type { OsAccount } from './account.ts'

/** Programs get none of the caller's PG* variables, and speak English because their output is parsed. */
const environment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

export type Programs = { initdb: string; postgres: string }

export function launch(
  program: string,
  args: string[],
  options: { account: OsAccount | null; stdio: StdioOptions; detached?: boolean },
): ChildProcess {
  const { account, stdio, detached = false } = options
  const user = account ? { uid: account.uid, gid: account.gid } : {}
  return spawn(program, args, { ...user, env: environment, cwd: '/', stdio, detached })
}

/** Runs a program to its end. `output` joins what it printed on both channels. */
export function run(
  program: string,
  args: string[],
  account: OsAccount | null,
  input = '',
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const finish = (ok: boolean, text: string) => resolve({ ok, output: text.trim() })
    let child: ChildProcess
    try {
      child = launch(program, args, { account, stdio: 'pipe' })
    } catch (error) {
      return finish(false, (error as Error).message)
    }
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => finish(false, error.message))
    child.on('close', (code) => finish(code === 0, output))
    // A program that ends early closes the pipe; its exit code tells what happened.
    child.stdin?.on('error', () => {}).end(input)
  })
}
