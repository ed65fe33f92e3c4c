export type Command = {
  name: string
  /** Arguments as the help shows them. */
  usage?: string
  summary: string
  run(args: string[]): Promise<void>
}

/** The command was called wrongly: the help follows the message. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Options of a command, refusing what it does not know. */
export function usageErrors<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new UsageError((error as Error).message.split('\n')[0])
  }
}
