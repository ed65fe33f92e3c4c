/** Asks before something is changed, since a person may have meant another record. */
import { createInterface } from 'node:readline/promises'
import { UsageError } from '../command.ts'
import { printAside } from '../print.ts'

export const writeOptions = {
  yes: { type: 'boolean', summary: 'Do it without asking' },
  'idempotency-key': {
    type: 'string',
    value: '<key>',
    summary: 'Repeat a write whose answer was lost: the same key does it once',
  },
} as const

/** Returns whether to go on. `plan` says what will happen. */
export async function confirmWrite(plan: string, { yes }: { yes: boolean }): Promise<boolean> {
  printAside(plan)
  if (yes) return true
  if (!process.stdin.isTTY) throw new UsageError('Nobody can be asked here. Add --yes to do it.')
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  // Ctrl-C and Ctrl-D mean no.
  const stopped = new AbortController()
  asking.once('SIGINT', () => stopped.abort()).once('close', () => stopped.abort())
  try {
    const answer = await asking.question('Go on? [y/N] ', { signal: stopped.signal })
    if (/^y(?:es)?$/i.test(answer.trim())) return true
  } catch {
    printAside('')
  } finally {
    asking.close()
  }
  printAside('Nothing was done.')
  process.exitCode = 1
  return false
}

export const keyOf = (values: { 'idempotency-key': string | undefined }) =>
  values['idempotency-key'] === undefined ? {} : { idempotencyKey: values['idempotency-key'] }
