/** Makes pictures of every screen of the console, and a page to look through them: `npm run screens`. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const { status } = spawnSync(process.execPath, ['test/run.ts', 'test/e2e/console/pictures.test.ts'], {
  cwd: root,
  stdio: 'inherit',
  // Eight looks take longer than a test may.
  env: { TEST_FILE_MINUTES: '30', ...process.env, SCREENS: 'all' },
})
process.exitCode = status ?? 1
