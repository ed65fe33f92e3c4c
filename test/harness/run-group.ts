import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { keepUsedSeconds, usedSeconds } from './processor-seconds.ts'
import { followNoMore } from './unfollowed-promises.ts'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * Shorter than the time after which the process is ended (`end-when-hanging.ts`). So the file is named and the next one
 * begins.
 */
const mostMs = (Number(process.env['TEST_FILE_MINUTES'] ?? 0) || 24) * 30_000

/** Runs files in order, each as a suite with hooks of its own. */
export function runGroup(files: readonly string[]): void {
  for (const file of files) {
    describe(file, { timeout: mostMs }, async () => {
      // The first suite begins after all files have registered their tests.
      before(followNoMore)
      let usedBefore = 0
      before(() => {
        usedBefore = usedSeconds()
      })
      try {
        await import(path.join(root, file))
      } catch (error) {
        test('can be loaded', () => {
          throw error
        })
      }
      // Hooks run in the order of their registration, so the file's own have ended.
      after(() => keepUsedSeconds(file, usedSeconds() - usedBefore))
    })
  }
}
