/**
 * Runs commands in one process that stays, since loading the product takes longer than most commands. Signals, closed
 * output and the start itself need a process of their own (`runScript`).
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { inherited, root } from './child.ts'

export interface CommandRequest {
  args: string[]
  /** The whole environment of the command. */
  env: Record<string, string>
  cwd: string
}
export interface CommandResult {
  code: number
  out: string
  err: string
}

export interface CommandRunner {
  /** Commands that are asked for at once run one after another. */
  run(args: string[], options?: { env?: Record<string, string>; cwd?: string }): Promise<CommandResult>
  stop(): Promise<void>
}

export function startCommandRunner(): CommandRunner {
  const child = fork(path.join(root, 'test/harness/command-process.ts'), {
    cwd: root,
    env: inherited(),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  let last: Promise<unknown> = Promise.resolve()

  async function runNow(request: CommandRequest): Promise<CommandResult> {
    const result = once(child, 'message')
    child.send(request)
    const [answer] = await Promise.race([result, ended.then(failWithoutResult(request))])
    return answer as CommandResult
  }

  return {
    run(args, { env = {}, cwd = root } = {}) {
      const result = last.then(() => runNow({ args, env: { ...inherited(), ...env }, cwd }))
      last = result.catch(() => {})
      return result
    },
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

const failWithoutResult = (request: CommandRequest) => (): never => {
  throw new Error(`the process of commands ended while it ran ${request.args.join(' ')}`)
}
