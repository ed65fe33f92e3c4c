/** Pastes every block of README and the guides into one shell, beside a real server without data. */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { it, test } from 'node:test'
import { root } from '../harness/child.ts'
import { Reader } from './paste/reader.ts'
import { readShellBlocks } from './paste/shell-blocks.ts'

/** Guides without commands to paste, with the reason. */
const withoutCommands: Record<string, string> = {
  'docs/guides/deprecations.md': 'a generated list',
  'docs/guides/export-format.md': 'a generated reference of the lines of a file',
  'docs/guides/failing-vendors.md': 'a table of what the server does by itself',
}

/** `PASTE_GUIDES=ical,messages` limits the guides. */
const only = process.env['PASTE_GUIDES']?.split(',')
const guides = globSync('docs/guides/*.md', { cwd: root }).toSorted()
const files = ['README.md', ...guides].filter(
  (file) => only?.some((name) => file.endsWith(`${name}.md`)) ?? true,
)

it('names the guides that have nothing to paste, and no other', () => {
  const empty = guides.filter((file) => readShellBlocks(file).length === 0)
  assert.deepEqual(empty, Object.keys(withoutCommands))
})

for (const file of files.filter((name) => !(name in withoutCommands))) {
  test(`${file} can be pasted`, async () => {
    const blocks = readShellBlocks(file)
    const reader = await Reader.begin()
    try {
      const startsServer = /npm start/.test(blocks[0]?.script ?? '')
      if (!startsServer) await reader.open('npm start')
      for (const block of blocks) await reader.paste(block)
    } finally {
      await reader.end()
    }
  })
}
