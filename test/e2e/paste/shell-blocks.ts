/** Reads a guide's blocks to paste, and refusals that the text before each announces. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../harness/child.ts'

export interface ShellBlock {
  /** File and line, for messages. */
  place: string
  script: string
  /** Statuses of 400 and above named in the paragraph before the block. */
  announced: readonly number[]
}

const fence = /^```(\w*)\n([^]*?)^```$/gm

/** A block without a language counts as one to paste, so that no command escapes the test. */
const isPasted = (language: string, text: string) =>
  ['', 'sh', 'bash', 'http'].includes(language) && !text.startsWith('$ ')

/** `answers 501`, `refused with 422`, or a status with its code; other numbers are no statuses. */
const announcement = /\b(?:answers?|with) ([45]\d\d)\b|\b([45]\d\d) \[?`/g

const announcedIn = (paragraph: string) =>
  [...paragraph.matchAll(announcement)].map(([, first, second]) => Number(first ?? second))

export function readShellBlocks(file: string): ShellBlock[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  return [...text.matchAll(fence)].flatMap(({ 1: language = '', 2: script = '', index }) => {
    if (!isPasted(language, script)) return []
    const before = text.slice(0, index).trimEnd()
    const paragraph = before.slice(before.lastIndexOf('\n\n') + 1)
    const line = before.split('\n').length
    return [{ place: `${file}:${line}`, script, announced: announcedIn(paragraph) }]
  })
}
