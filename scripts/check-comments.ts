/** `npm run check:comments`: comments are plain sentences, by rules that raise no false alarm. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Only these folders are checked; add one once its comments pass. */
const checkedFolders = [
  ...['connector-kit', 'contract', 'http', 'platform', 'upstream'].map((name) => `src/${name}`),
  'src/connectors',
]
/** Exempt until its connector has been rewritten. */
const uncheckedFolders = ['src/connectors/guesty']

interface CommentRule {
  isBroken(words: string): boolean
  advice: string
}

const mostWordsOfLine = 30

/** Phrases of earlier comments that no reader could gloss: they hide which value or record is meant. */
const riddles = [
  /\b[Ww]hat (?:is|was) (?:asked|told|said|shown|wanted|there|over|gone|left out|not known)\b/,
  /\b(?:is|are|was|were) told\b(?! apart)/,
  /\btells? nothing of\b/,
  /\b(?:calls|called) (?:it|them) off\b/,
]

const rules: readonly CommentRule[] = [
  {
    isBroken: (words) => /^(?:What|Which|Whose|Whether|Whom|Who|Why|How|Of)\b/.test(words),
    advice: 'begins with a question word or "Of": name the thing, or say what the code does with it',
  },
  {
    isBroken: (words) => /^As (?:\S+ ?){1,5}$/.test(words),
    advice: 'is no sentence: give it a subject and a verb',
  },
  {
    isBroken: (words) => /^(?:null|undefined)\b/.test(words),
    advice: 'begins with a value: write "Returns null if …", or "Null means …"',
  },
  {
    isBroken: (words) => riddles.some((pattern) => pattern.test(words)),
    advice: 'hides what it is about: say which value or record',
  },
]

const isTool = (words: string): boolean => /^(?:oxlint|eslint|prettier|@ts-)/.test(words)

/** Only comments on lines of their own count: a text within code could look like another. */
const commentPattern = /^[ \t]*(?:\/\*\*?(?<block>[\s\S]*?)\*\/|(?<lines>\/\/.*(?:\n[ \t]*\/\/.*)*))[ \t]*$/gm

/** Removes the marks of each line. */
const wordsOf = (comment: string): string =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\/\/|\*) ?/, '').trim())
    .join(' ')
    .trim()

function findFaults(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(commentPattern)].flatMap(({ groups = {}, index }) => {
    const comment = groups['block'] ?? groups['lines'] ?? ''
    const words = wordsOf(comment)
    if (isTool(words)) return []
    const faults = rules.filter(({ isBroken }) => isBroken(words)).map(({ advice }) => advice)
    if (!comment.includes('\n') && words.split(/\s+/).length > mostWordsOfLine)
      faults.push(`has more than ${mostWordsOfLine} words on a line: split it into sentences`)
    const line = text.slice(0, index).split('\n').length
    return faults.map((fault) => `${file}:${line} "${words.slice(0, 60)}" ${fault}`)
  })
}

const files = globSync(checkedFolders.map((folder) => `${folder}/**/*.ts`))
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => !uncheckedFolders.some((folder) => file.startsWith(`${folder}/`)))
  .filter((file) => file !== 'src/platform/schema.ts')
  .toSorted()
for (const fault of files.flatMap(findFaults)) {
  console.error(fault)
  process.exitCode = 1
}
