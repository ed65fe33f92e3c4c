/** Makes tools of the table known to an MCP server, and turns their answers and refusals into its results. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  fromJsonSchema,
  inputRequired,
  inputResponse,
  type CallToolResult,
  type ClientCapabilities,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Log } from '../../../platform/log.ts'
import { once } from '../../../platform/once.ts'
import type { AgentTool, ToolContext } from '../tools/agent-tool.ts'
import { toolTable } from '../tools/tool-table.ts'
import { ApiRefusal } from '../tools/api-caller.ts'
import { visibleText } from '../tools/outside-text.ts'

type ToolSchema = Parameters<typeof fromJsonSchema>[0]

/** Compiling takes longer than a request, and a server is made for each. */
const compiledTools = once(() =>
  toolTable.map((tool) => ({
    tool,
    inputSchema: fromJsonSchema<Record<string, unknown>>(tool.input as unknown as ToolSchema),
    outputSchema: fromJsonSchema<Record<string, unknown>>(tool.output as unknown as ToolSchema),
  })),
)

function errorResult(error: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify({ error }) }] }
}

function refusalResult({ code, message, fix, field, requestId, retryAfter }: ApiRefusal): CallToolResult {
  const facts = { field, request_id: requestId, retry_after: retryAfter }
  return errorResult({
    code,
    message: visibleText(message, 1_000),
    ...(fix === null ? {} : { fix: visibleText(fix, 1_000) }),
    ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)),
  })
}

const declined = () =>
  errorResult({
    code: 'declined_by_person',
    message: 'The person did not agree, and nothing was done.',
    fix: 'Ask what should be different, and make another plan.',
  })

/** The newer revision tells capabilities with each request; the older one told them at its start. */
function capabilitiesOf(server: McpServer, ctx: ServerContext): ClientCapabilities | undefined {
  const envelope = ctx.mcpReq.envelope as Record<string, ClientCapabilities> | undefined
  return envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities()
}

const agreementForm = {
  type: 'object' as const,
  properties: { agreed: { type: 'boolean' as const, title: 'Carry it out' } },
  required: ['agreed'],
}

/** Returns what to answer before the tool may run; null when the person agreed or cannot be asked. */
async function askPerson(
  { question }: AgentTool,
  asking: { server: McpServer; ctx: ServerContext; context: ToolContext; input: Record<string, unknown> },
): Promise<CallToolResult | InputRequiredResult | null> {
  const { server, ctx, context, input } = asking
  if (!question || capabilitiesOf(server, ctx)?.elicitation === undefined) return null
  const answer = inputResponse(ctx.mcpReq.inputResponses, 'agreement')
  if (answer.kind === 'missing') {
    const message = await question(context, input)
    const agreement = inputRequired.elicit({ message, requestedSchema: agreementForm })
    return inputRequired({ inputRequests: { agreement } })
  }
  const isAgreed =
    answer.kind === 'elicit' && answer.action === 'accept' && answer.content?.['agreed'] === true
  return isAgreed ? null : declined()
}

export function registerTools(
  server: McpServer,
  { context, log }: { context: ToolContext; log?: Log },
): void {
  const run = async (tool: AgentTool, input: Record<string, unknown>, ctx: ServerContext) => {
    try {
      const first = await askPerson(tool, { server, ctx, context, input })
      if (first) return first
      const structuredContent = (await tool.run(context, input)) as Record<string, unknown>
      // Clients of the older revision read the text alone.
      return {
        content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }],
        structuredContent,
      }
    } catch (error) {
      if (error instanceof ApiRefusal) return refusalResult(error)
      log?.error({ err: error, tool: tool.name }, 'a tool failed')
      return errorResult({ code: 'internal_error', message: `${tool.name} failed in this server.` })
    }
  }
  for (const { tool, inputSchema, outputSchema } of compiledTools()) {
    const { name, title, description, hints: annotations } = tool
    const config = { title, description, inputSchema, outputSchema, annotations }
    server.registerTool(name, config, (input, ctx) => run(tool, input, ctx))
  }
}
