/** Tests that install packages: where no registry answers they are left out aloud, unless it is required. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Runs the installation and returns why nothing can be tested, or false. An error while the registry answers, or where
 * `LODGEWIRE_REQUIRE_REGISTRY` is set, is a failure.
 */
export async function withoutRegistry(
  subject: string,
  install: () => Promise<unknown>,
): Promise<string | false> {
  try {
    await install()
    return false
  } catch (error) {
    const isReached = await run('npm', ['ping']).then(
      () => true,
      () => false,
    )
    if (isReached || process.env['LODGEWIRE_REQUIRE_REGISTRY'] !== undefined) throw error
    const reason = `The npm registry cannot be reached: ${(error as Error).message.split('\n')[0]}`
    console.error(`\n!! ${subject} NOT tested: ${reason}\n`)
    return reason
  }
}
