/**
 * Loaded before every test process. One that hangs is ended with its children and named; the run goes on and fails. A
 * busy loop is not noticed.
 */
import { execFileSync } from 'node:child_process'
import path from 'node:path'

const minutes = Number(process.env['TEST_FILE_MINUTES'])

/** Returns a process's children and their children. */
function descendantsOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number))
  const found = [pid]
  for (const parent of found)
    found.push(...pairs.flatMap(([child = 0, of]) => (of === parent ? [child] : [])))
  return found.slice(1)
}

function end(): void {
  const file = path.relative(process.cwd(), process.argv[1] ?? '')
  console.error(`# HANGS: ${file} is ended after ${minutes} minutes`)
  for (const pid of descendantsOf(process.pid)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process is gone already.
    }
  }
  process.exit(1)
}

// The process that starts the files has no time limit.
if (process.env['NODE_TEST_CONTEXT'] !== undefined && minutes > 0) setTimeout(end, minutes * 60_000).unref()
