import path from 'node:path'
import { before, describe, test } from 'node:test'
import { followNoMore } from './unfollowed-promises.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** One file after the other, each as a suite with hooks of its own. */
export function runGroup(files: readonly string[]): void {
  for (const file of files) {
    describe(file, async () => {
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
