/**
 * An agent without a model: it knows the texts and schemas of `tools/list` and nothing else. For a question it takes the tool whose words
 * fit best, fills its arguments by name, and looks up ids that are missing.
 */
import type { Tool } from '@modelcontextprotocol/client'
import { rowsOf, type Agent, type AnswerRow } from './agent-client.ts'

/** Shorter words tell nothing. */
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z]{4,}/g) ?? []).map((word) => word.replace(/(ies|es|s|ing|ed)$/, ''))

/** How often each word is in the texts of tools: a word that is everywhere tells nothing. */
function weigh(tools: readonly Tool[]): (word: string) => number {
  const counts = new Map<string, number>()
  for (const tool of tools)
    for (const word of new Set(
      wordsOf(`${tool.name.replaceAll('_', ' ')} ${tool.title} ${tool.description}`),
    ))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  return (word) => Math.log(1 + tools.length / (counts.get(word) ?? tools.length))
}

const propertiesOf = ({ inputSchema }: Tool) => Object.keys(inputSchema.properties ?? {})

export interface ScriptedAgent {
  /** Returns the answer and the tools that were used, in order. */
  solve(
    question: string,
    facts: Record<string, unknown>,
  ): Promise<{ answer: AnswerRow; isError: boolean; used: string[] }>
}

export async function createScriptedAgent(agent: Agent): Promise<ScriptedAgent> {
  const { tools } = await agent.client.listTools()
  const weightOf = weigh(tools)

  function pick(question: string, facts: Record<string, unknown>): Tool {
    const asked = new Set(wordsOf(question))
    const score = (tool: Tool) => {
      const points = (text: string, weight: number) =>
        [...new Set(wordsOf(text))].reduce(
          (sum, word) => sum + (asked.has(word) ? weight * weightOf(word) : 0),
          0,
        )
      const properties = propertiesOf(tool)
      const usable = Object.keys(facts).filter((name) => properties.includes(name)).length
      const useless = Object.keys(facts).length - usable
      const missing = (tool.inputSchema.required ?? []).filter((name) => !(name in facts)).length
      return (
        points(tool.name.replaceAll('_', ' '), 3) +
        points(tool.title ?? '', 2) +
        points(tool.description ?? '', 1) +
        usable -
        2 * useless -
        missing
      )
    }
    // Nobody who asks a question wants something prepared.
    const fitting = tools.filter(({ annotations }) => annotations?.readOnlyHint || /\bplan\b/i.test(question))
    const [best] = fitting.toSorted((a, b) => score(b) - score(a))
    if (!best) throw new Error('The server offers no tool.')
    return best
  }

  /** An id that is missing is that of the first row of the tool that finds such records. */
  async function lookUp(name: string, facts: Record<string, unknown>, used: string[]): Promise<unknown> {
    const record = name.replace(/_id$/, '')
    const finder = tools.find((tool) => tool.name.startsWith('find_') && tool.name.includes(record))
    if (!finder) throw new Error(`No tool finds ${record}.`)
    used.push(finder.name)
    const args = Object.fromEntries(
      propertiesOf(finder).flatMap((key) => (key in facts ? [[key, facts[key]]] : [])),
    )
    const { answer } = await agent.use(finder.name, args)
    return rowsOf(answer, Object.keys(answer)[0])[0]?.['id']
  }

  return {
    async solve(question, facts) {
      const tool = pick(question, facts)
      const used: string[] = []
      const args: Record<string, unknown> = {}
      for (const name of propertiesOf(tool)) if (name in facts) args[name] = facts[name]
      for (const name of tool.inputSchema.required ?? []) args[name] ??= await lookUp(name, facts, used)
      used.push(tool.name)
      const { answer, isError } = await agent.use(tool.name, args)
      return { answer, isError, used }
    },
  }
}
