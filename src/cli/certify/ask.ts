import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Asks at the terminal; a secret is not shown while it is typed. */
export function ask(question: string, { hint, secret }: { hint?: string; secret: boolean }): Promise<string> {
  const { stdin, stdout } = process
  if (hint !== undefined) stdout.write(`${hint}\n`)
  // readline's echo is discarded, so the question is written separately.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: secret ? nowhere : stdout, terminal: true })
  if (secret) stdout.write(question)
  return new Promise((resolve, reject) => {
    lines.once('SIGINT', () => {
      lines.close()
      reject(new Error('Stopped.'))
    })
    lines.question(secret ? '' : question, (answer) => {
      lines.close()
      if (secret) stdout.write('\n')
      resolve(answer)
    })
  })
}
