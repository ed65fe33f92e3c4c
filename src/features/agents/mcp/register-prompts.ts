/** Prompts are questions that people ask often, in words that name the right tools. */
import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server'
import { Type } from 'typebox'
import type { TProperties } from 'typebox'
import { once } from '../../../platform/once.ts'

interface AgentPrompt {
  name: string
  title: string
  description: string
  fields: TProperties
  text(fields: Record<string, string>): string
}

const date = (description: string) => Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$', description })
const id = (description: string) => Type.String({ pattern: '^[0-9]{1,19}$', description })

const prompts: readonly AgentPrompt[] = [
  {
    name: 'morning_briefing',
    title: 'Morning briefing',
    description: 'Who comes and goes, what waits for an answer, and what is wrong.',
    fields: { date: Type.Optional(date('The day; today when left out.')) },
    text: ({ date: day }) => `Brief me for ${day ?? 'today'}, shortest first what I must act on.
1. arrivals${day ? ` with date ${day}` : ''}: who comes and who leaves, and same-day turnovers.
2. find_stays with status pending: what waits for an answer, and until when.
3. find_conversations: unread messages, each in one sentence.
4. exposure: nights at risk and double sales. accounts: what is stale, why, and how to fix it.
5. reviews with status unanswered: those of the last week.
Change nothing and send nothing.`,
  },
  {
    name: 'why_is_this_night_closed',
    title: 'Why is this night closed?',
    description: 'Finds out what keeps a night from being sold.',
    fields: { listing_id: id('The listing.'), date: date('The night.') },
    text: ({
      listing_id,
      date: night,
    }) => `Why can the night of ${night} of listing ${listing_id} not be booked?
1. nights_and_prices from ${night} to ${night}: is it closed, and is a stay on it? If so, stay_story tells of it.
2. Without a stay: quote for one night, whose reason names a rule (minimum stay, no arrival, short notice).
3. accounts: could a stale calendar be the cause? exposure with this listing: what do channels show?
Answer with the cause in one sentence, the proof, and how I could open the night. Change nothing.`,
  },
  {
    name: 'prepare_cutover',
    title: 'Prepare a cutover',
    description: 'Says whether a move from another system is ready, and what is left.',
    fields: { workspace_id: id('The workspace that is filled.') },
    text: ({ workspace_id }) => `Is the migration into workspace ${workspace_id} ready to be cut over?
1. migration_report with this workspace: is it clean, which counts differ, which issues are errors?
2. exposure: nights at risk and double sales.
3. search_docs for "cutover": what comes before it, in order.
Answer with go or no-go, the reasons, and a list of what I do next. Change nothing.`,
  },
]

const compiledPrompts = once(() =>
  prompts.map((prompt) => {
    const schema = Type.Object(prompt.fields, { additionalProperties: false })
    type PromptSchema = Parameters<typeof fromJsonSchema>[0]
    return { prompt, argsSchema: fromJsonSchema<Record<string, string>>(schema as unknown as PromptSchema) }
  }),
)

export function registerPrompts(server: McpServer): void {
  for (const { prompt, argsSchema } of compiledPrompts()) {
    const { name, title, description, text } = prompt
    server.registerPrompt(name, { title, description, argsSchema }, (fields) => ({
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text: text(fields) } }],
    }))
  }
}
