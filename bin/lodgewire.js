#!/usr/bin/env node
// Starts the server and its commands in an installed package. An older Node that npm was run with is replaced by the one that
// the package depends on.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const oldestNode = 26
const program = new URL('../src/cli.js', import.meta.url)

if (Number(process.versions.node.split('.')[0]) >= oldestNode) await import(program.href)
else {
  const node = createRequire(import.meta.url).resolve('node/bin/node')
  const child = spawn(node, [fileURLToPath(program), ...process.argv.slice(2)], { stdio: 'inherit' })
  // A terminal sends its signals to both; a supervisor only to this process.
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  process.on('SIGINT', () => {})
  child.on('exit', (code, signal) => {
    if (signal) process.kill(process.pid, signal)
    else process.exitCode = code ?? 1
  })
}
