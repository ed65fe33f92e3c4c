/** The prompts, as they stand in `prompts/*.md`. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { TSchema } from 'typebox'

const folder = path.join(import.meta.dirname, 'prompts')
const read = (name: string) => readFileSync(path.join(folder, `${name}.md`), 'utf8').trim()

const promptNames = [
  'respond-to-guest',
  'classify-intent',
  'generate-listing',
  'generate-content',
  'review-response',
  'price-suggestion',
] as const
export type PromptName = (typeof promptNames)[number]

const common = read('common')
const tasks = Object.fromEntries(promptNames.map((name) => [name, read(name)])) as Record<PromptName, string>

/** Records never become part of the system prompt. */
export const buildSystemPrompt = (name: PromptName, schema: TSchema): string =>
  `${common.replace('{{schema}}', () => JSON.stringify(schema))}\n\n${tasks[name]}`
