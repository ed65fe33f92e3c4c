/** The scripts of completion in the shells that run them. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { commands } from '../../../src/cli/commands.ts'
import { runScript } from '../../harness/child.ts'
import { testFolder } from '../../harness/folder.ts'

const place = testFolder()
after(() => place.remove())

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

function skipReason(shell: Shell): string | false {
  try {
    execFileSync(shell, ['--version'], { stdio: 'ignore' })
    return false
  } catch {
    const reason = `${shell} is not installed, so its completion was not tested`
    if (process.env.LODGEWIRE_REQUIRE_SHELLS) throw new Error(reason)
    process.stderr.write(`# ${reason}\n`)
    return reason
  }
}

const fileOf = (shell: Shell) =>
  path.join(place.folder, shell === 'zsh' ? '_lodgewire' : `completion.${shell}`)
before(async () => {
  for (const shell of shells) {
    const child = runScript('src/cli.ts', ['completion', shell])
    assert.equal(await child.ended, 0, child.err())
    writeFileSync(fileOf(shell), child.out())
  }
})

const run = (shell: Shell, args: string[]) =>
  execFileSync(shell, args, {
    cwd: place.folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: place.folder, TERM: 'dumb' },
    timeout: 30_000,
  })

/** Asks the function that bash calls for the last word. */
function completeInBash(words: string[]): string[] {
  const quoted = ['lodgewire', ...words].map((word) => `'${word}'`).join(' ')
  const script = `source '${fileOf('bash')}'; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}
    _lodgewire; [ \${#COMPREPLY[@]} = 0 ] || printf '%s\\n' "\${COMPREPLY[@]}"`
  return run('bash', ['--norc', '-c', script]).split('\n').filter(Boolean)
}

/** Fish completes a line without a terminal. */
const completeInFish = (words: string[]): string[] =>
  run('fish', ['--no-config', '-c', `source '${fileOf('fish')}'; complete -C 'lodgewire ${words.join(' ')}'`])
    .split('\n')
    .map((row) => row.split('\t')[0] ?? '')
    .filter(Boolean)

/** Zsh completes only at a terminal, so it runs in one, and its own functions print what they are given. */
function completeInZsh(words: string[]): string[] {
  const quoted = ['lodgewire', ...words].map((word) => `'${word}'`).join(' ')
  const script = `compdef() { :; }
    _describe() { local list=\${@[-1]}; print -l -- \${(P)list%%:*}; }
    compadd() { shift; print -l -- "$@"; }
    _files() { print FILES; }
    source '${fileOf('zsh')}'; words=(${quoted}); CURRENT=${words.length + 1}; _lodgewire`
  const last = words.at(-1) ?? ''
  return run('zsh', ['-f', '-c', script])
    .split('\n')
    .filter((word) => word !== '' && word.startsWith(last))
}

const complete = { bash: completeInBash, zsh: completeInZsh, fish: completeInFish }

for (const shell of shells) {
  describe(`completion in ${shell}`, { skip: skipReason(shell) }, () => {
    const found = (...words: string[]) => complete[shell](words).toSorted()

    it('offers the first words of all commands', () => {
      const first = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))].toSorted()
      const offered = found('').filter((word) => !word.startsWith('-'))
      assert.deepEqual(offered, first)
    })
    it('offers the words of a group', () => {
      assert.deepEqual(found('st'), ['start', 'stays'])
      assert.deepEqual(found('markets', 'events', 're'), ['remove'])
      assert.deepEqual(found('webhooks', 'de'), ['deliveries'])
    })
    it('offers options, and the values of those that have a list', () => {
      assert.deepEqual(found('stays', 'list', '--st'), ['--status'])
      assert.deepEqual(found('stays', '--st'), ['--status'])
      assert.deepEqual(found('stays', 'list', '--status', 'c'), ['cancelled', 'completed', 'confirmed'])
      assert.deepEqual(found('completion', 'f'), ['fish'])
    })
  })
}

describe('completion at a terminal of zsh', { skip: skipReason('zsh') }, () => {
  it('completes a word after Tab', () => {
    const script = `zmodload zsh/zpty
      zpty z zsh -f -i
      zpty -w z "PS1= ; autoload -U compinit; compinit -u -D; source '${fileOf('zsh')}'; lodgewire() { print \\"RAN:\\$*:\\"; }"
      zpty -w z $'lodgewire webho\\tdeliv\\t'
      zpty -w z 'print DO''NE'
      local chunk seen=
      while zpty -r z chunk; do seen+=$chunk; [[ $seen == *DONE* ]] && break; done
      print -r -- "$seen"; zpty -d z`
    assert.match(run('zsh', ['-f', '-c', script]), /RAN:webhooks deliveries ?:/)
  })
})
