/** Defines commands that call a server through the SDK, with their common options and errors. */
import { isLodgewireError, Lodgewire, LodgewireConnectionError } from '../../../sdk/typescript/src/index.ts'
import { ownCommand } from '../../platform/own-command.ts'
import { action, jsonOption, type CommandAction, type CommandOptions, type OptionValues } from '../command.ts'
import { explainError } from '../explain-error.ts'
import { printAside } from '../print.ts'
import { plainLine } from './plain-text.ts'
import type { ServerProfile } from './profiles.ts'
import { findServerAccess, serverOptions, type AccessValues } from './server-access.ts'

type SharedValues = AccessValues & { json: boolean }

interface ClientActionDefinition<O extends CommandOptions> {
  examples: readonly string[]
  more?: string
  options?: O
  run(
    client: Lodgewire,
    values: OptionValues<O> & SharedValues,
    positionals: string[],
    server: string,
  ): Promise<void>
}

export function clientAction<const O extends CommandOptions = Record<never, never>>({
  run,
  options,
  ...texts
}: ClientActionDefinition<O>): CommandAction {
  return action({
    ...texts,
    options: { ...options, ...jsonOption, ...serverOptions } as CommandOptions,
    async run(raw, positionals) {
      const values = raw as unknown as OptionValues<O> & SharedValues
      const access = await findServerAccess(values)
      try {
        await run(openClient(access), values, positionals, access.server)
      } catch (error) {
        throw describeFailure(error, access)
      }
    },
  })
}

export const openClient = ({ server, key }: ServerProfile): Lodgewire =>
  new Lodgewire({
    baseUrl: server,
    apiKey: key,
    async fetch(...request) {
      const response = await fetch(...request)
      const wait = response.headers.get('retry-after')
      if (response.status === 429 && wait !== null)
        printAside(`The server asks for a pause of ${plainLine(wait)} s.`)
      return response
    },
  })

/** Turns an error of the SDK into one line with its fix; others stay. */
export function describeFailure(error: unknown, { server }: ServerProfile): unknown {
  if (isLodgewireError(error)) {
    const login = error.status === 401 ? `${ownCommand} login stores another key.` : ''
    const request = error.requestId ? `(request ${error.requestId})` : ''
    const text = [error.message, error.fix, login, request].filter(Boolean).join(' ')
    return new Error(plainLine(text), { cause: error })
  }
  if (error instanceof LodgewireConnectionError) {
    const { cause, idempotencyKey } = error
    const reason = cause instanceof Error ? explainError(cause) : error.message
    const again =
      idempotencyKey === undefined
        ? ''
        : ` The write may have been carried out: repeat it with --idempotency-key ${idempotencyKey}, which does it once.`
    return new Error(plainLine(`No answer from ${server}: ${reason}.${again}`), { cause: error })
  }
  return error
}
