/** Runs command lines one after another and sends their output to its parent (`command-runner.ts`). */
import { runCommandLine } from '../../src/cli/main.ts'
import type { CommandRequest } from './command-runner.ts'

const written = { out: '', err: '' }
// Nobody reads the streams, so a command never waits for them.
Object.assign(process.stdout, { write: (text: string | Uint8Array) => keep('out', text) })
Object.assign(process.stderr, { write: (text: string | Uint8Array) => keep('err', text) })

function keep(stream: keyof typeof written, text: string | Uint8Array): true {
  written[stream] += typeof text === 'string' ? text : Buffer.from(text).toString()
  return true
}

process.on('message', ({ args, env, cwd }: CommandRequest) => {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(cwd)
  process.exitCode = undefined
  Object.assign(written, { out: '', err: '' })
  void runCommandLine(args).then((code) => process.send?.({ code, ...written }))
})
process.on('disconnect', () => process.exit())
