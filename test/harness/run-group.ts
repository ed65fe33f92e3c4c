import path from 'node:path'
import { before, describe, test } from 'node:test'
import { followNoMore } from './unfollowed-promises.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Before the process is ended (`end-when-hanging.ts`): a file that takes this long is named as failed, and the next one begins. */
const mostMs = (Number(process.env['TEST_FILE_MINUTES'] ?? 0) || 24) * 30_000

/** One file after the other, each as a suite with hooks of its own. */
export function runGroup(files: readonly string[]): void {
  for (const file of files) {
    describe(file, { timeout: mostMs }, async () => {
      // The first suite begins when all files have said what they have.
      before(followNoMore)
      try {
        await import(path.join(root, file))
      } catch (error) {
        test('can be loaded', () => {
          throw error
        })
      }
    })
  }
}
