/** An agent as the public client package makes one. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import path from 'node:path'
import { root } from '../harness/child.ts'

export const eras = ['2026-07-28', '2025-11-25'] as const
export type Era = (typeof eras)[number]

export type AnswerRow = Record<string, unknown>
/** The rows of a list in an answer, of a tool or of the API. */
export const rowsOf = (answer: unknown, name = 'data'): AnswerRow[] =>
  (answer as Record<string, AnswerRow[]>)[name] ?? []

export interface ToolOutcome {
  /** The structured answer; of a refusal its error. */
  answer: AnswerRow
  isError: boolean
  text: string
}

export interface Agent {
  client: Client
  use(tool: string, args?: Record<string, unknown>): Promise<ToolOutcome>
  close(): Promise<void>
}

/** Answers what a person is asked. */
export type AgentPerson = (question: string) => 'accept' | 'decline'

interface AgentOptions {
  era?: Era
  /** Without a person the client cannot ask. */
  person?: AgentPerson
}

function newClient({ era = '2026-07-28', person }: AgentOptions): Client {
  const client = new Client(
    { name: 'test', version: '1' },
    {
      capabilities: person ? { elicitation: { form: {} } } : {},
      versionNegotiation: { mode: era === '2026-07-28' ? 'auto' : 'legacy' },
    },
  )
  if (person)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const action = person(params.message)
      return action === 'accept' ? { action, content: { agreed: true } } : { action }
    })
  return client
}

const agentOf = (client: Client): Agent => ({
  client,
  async use(tool, args = {}) {
    const result = await client.callTool({ name: tool, arguments: args })
    const [first] = result.content
    const text = first?.type === 'text' ? first.text : ''
    const isError = result.isError === true
    const answer = (isError ? parsed(text) : result.structuredContent) as AnswerRow
    return { answer, isError, text }
  },
  close: () => client.close(),
})

/** The SDK itself answers wrong arguments in words. */
function parsed(text: string): unknown {
  try {
    return (JSON.parse(text) as { error: unknown }).error
  } catch {
    return { message: text }
  }
}

export async function connectAgent(
  { url, key, headers = {} }: { url: string; key: string; headers?: Record<string, string> },
  options: AgentOptions = {},
): Promise<Agent> {
  const client = newClient(options)
  const requestInit = { headers: { authorization: `Bearer ${key}`, ...headers } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }))
  return agentOf(client)
}

/** Starts `lodgewire mcp` as a desktop client does. */
export async function connectByCommand(
  { url, key }: { url: string; key: string },
  options: AgentOptions = {},
): Promise<Agent> {
  const client = newClient(options)
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [path.join(root, 'src/cli.ts'), 'mcp'],
      env: { PATH: process.env['PATH'] ?? '', LODGEWIRE_URL: url, LODGEWIRE_API_KEY: key },
      cwd: root,
      stderr: 'pipe',
    }),
  )
  return agentOf(client)
}
