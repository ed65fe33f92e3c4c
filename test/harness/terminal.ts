/** Runs commands in a pseudo terminal of util-linux's `script`. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { root } from './child.ts'

export function hasTerminals(): boolean {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux')
  } catch {
    return false
  }
}

/** `screen` is what a terminal of this width received from both streams. */
export async function runInTerminal(
  args: readonly string[],
  {
    env = {},
    cwd = root,
    columns = 80,
  }: { env?: Record<string, string>; cwd?: string; columns?: number } = {},
): Promise<{ code: number; screen: string }> {
  const command = [process.execPath, path.join(root, 'src/cli.ts'), ...args]
    .map((one) => `'${one}'`)
    .join(' ')
  const line = `stty cols ${columns} rows 40; exec ${command}`
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm-256color', LOG_LEVEL: 'warn', ...env },
  })
  let screen = ''
  child.stdout.on('data', (chunk) => (screen += String(chunk)))
  const [code] = (await once(child, 'close')) as [number]
  return { code, screen: screen.replaceAll('\r\n', '\n') }
}
