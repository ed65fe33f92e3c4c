/** Plays a guide's reader: an empty folder, one shell for everything pasted, and terminals for what keeps running. */
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../harness/child.ts'
import { testFolder } from '../../harness/folder.ts'
import { freePort } from '../../harness/free-port.ts'
import { until } from '../../harness/until.ts'
import type { ShellBlock } from './shell-blocks.ts'

interface Terminal {
  isServer: boolean
  process: ChildProcess
  text: string
}

/** Blocks with these commands need a terminal of their own. */
const keepsRunning = /npm start|-- (?:simulate|listen) (?!.*&$)/m
const isUp = /Lodgewire is ready|"credentials"|Ctrl-C stops/

/** Statuses and failures go to files, because a guide may redirect a command's output. */
const preamble = (folder: string) => `
set -uE -o pipefail
trap 'echo "$?: $BASH_COMMAND" >> ${folder}/failures' ERR
curl() { command curl -w '%{stderr}%{http_code} %{method} %{url_effective}\\n' "$@" 2>> ${folder}/statuses; }
`

export class Reader {
  readonly #folder: string
  readonly #remove: () => void
  readonly #env: Record<string, string>
  readonly #terminals: Terminal[] = []
  #shell: ChildProcess | undefined
  #printed = ''
  #blocks = 0

  private constructor(port: number) {
    const { folder, remove } = testFolder()
    this.#folder = folder
    this.#remove = remove
    for (const name of readdirSync(root)) {
      if (!['data', '.env', '.git'].includes(name))
        symlinkSync(path.join(root, name), path.join(folder, name))
    }
    this.#env = {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      LODGEWIRE_TEST_RUN: process.env.LODGEWIRE_TEST_RUN ?? '',
      PORT: String(port),
      LOG_LEVEL: 'warn',
    }
  }

  static async begin(): Promise<Reader> {
    return new Reader(await freePort())
  }

  #spawnBash(args: string[], env = this.#env): ChildProcess {
    return spawn('bash', ['--norc', '--noprofile', ...args], {
      cwd: this.#folder,
      env,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  }

  async #stopTerminal({ process: child }: Terminal): Promise<void> {
    if (child.exitCode !== null) return
    const closed = once(child, 'close')
    process.kill(-(child.pid ?? 0), 'SIGINT')
    await closed
  }

  /** Starts a lasting command; only one server uses the data at a time. */
  async open(script: string): Promise<void> {
    const isServer = /npm start/.test(script)
    const before = this.#terminals.findIndex((terminal) => isServer && terminal.isServer)
    if (before >= 0) await this.#stopTerminal(this.#terminals.splice(before, 1)[0] as Terminal)
    const exported = this.#shell ? await this.#exportedVariables() : ''
    const child = this.#spawnBash(['-c', `${exported}\n${script.replace(/^npm ci(?: && )?/gm, '')}`])
    const terminal: Terminal = { isServer, process: child, text: '' }
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (terminal.text += String(chunk)))
    this.#terminals.push(terminal)
    await until(`${script} to be up`, () => {
      assert.equal(child.exitCode, null, `${script}\n${terminal.text}`)
      return isUp.test(terminal.text)
    })
  }

  async #exportedVariables(): Promise<string> {
    const file = path.join(this.#folder, 'exported')
    await this.#run(`export -p > ${file}`)
    return readFileSync(file, 'utf8')
  }

  async #run(script: string): Promise<void> {
    if (!this.#shell) {
      this.#shell = this.#spawnBash([])
      for (const stream of [this.#shell.stdout, this.#shell.stderr])
        stream?.on('data', (chunk: Buffer) => (this.#printed += String(chunk)))
      this.#shell.stdin?.write(preamble(this.#folder))
    }
    const shell = this.#shell
    this.#blocks += 1
    const file = path.join(this.#folder, `block-${this.#blocks}`)
    writeFileSync(file, script)
    shell.stdin?.write(`source ${file} < /dev/null\ntouch ${file}.done\n`)
    await until(`the end of ${script}\n${this.#printed}`, () => {
      assert.equal(shell.exitCode, null, `${script}\n${this.#printed}`)
      return existsSync(`${file}.done`)
    })
  }

  #take(name: string): string[] {
    const file = path.join(this.#folder, name)
    if (!existsSync(file)) return []
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
    writeFileSync(file, '')
    return lines
  }

  async paste({ place, script, announced }: ShellBlock): Promise<void> {
    if (keepsRunning.test(script)) return this.open(script)
    if (script.trim() === 'npm ci') return
    this.#printed = ''
    await this.#run(script)
    const told = `${place}\n${script}\n${this.#printed.slice(0, 4_000)}`
    assert.deepEqual(this.#take('failures'), [], told)
    const statuses = this.#take('statuses')
    const isFine = (line: string) => /^[23]/.test(line) || announced.includes(Number(line.slice(0, 3)))
    const refused = statuses.filter((line) => !isFine(line))
    // A waiting loop may meet a refusal that the text announces.
    assert.deepEqual(refused, [], told)
    for (const status of announced)
      assert.ok(
        statuses.some((line) => line.startsWith(String(status))),
        `${place} announces ${status}, and nothing answers it\n${statuses.join('\n')}\n${told}`,
      )
    await this.#refuseEmptyVariables(script, told)
  }

  /** `export X=$(…)` hides a failure inside. */
  async #refuseEmptyVariables(script: string, context: string): Promise<void> {
    const names = [...script.matchAll(/^export (\w+)=/gm)].map(([, name]) => name)
    for (const name of names)
      await this.#run(`case "$${name}" in ''|undefined|null) echo "${name} is empty" >> failures ;; esac`)
    assert.deepEqual(this.#take('failures'), [], context)
  }

  async end(): Promise<void> {
    const shell = this.#shell
    if (shell && shell.exitCode === null) {
      const closed = once(shell, 'close')
      process.kill(-(shell.pid ?? 0), 'SIGTERM')
      process.kill(-(shell.pid ?? 0), 'SIGHUP')
      await closed
    }
    for (const terminal of this.#terminals.toReversed()) await this.#stopTerminal(terminal)
    this.#remove()
  }
}
