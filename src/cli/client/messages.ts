/** `messages` lists conversations, shows one, and writes to a guest. */
import { text as readText } from 'node:stream/consumers'
import type { Lodgewire, Schema } from '../../../sdk/typescript/src/index.ts'
import { UsageError } from '../command.ts'
import { paint, print, printAside } from '../print.ts'
import { clientAction } from './client-action.ts'
import { confirmWrite, keyOf, writeOptions } from './confirm-write.ts'
import { plainLine, plainText } from './plain-text.ts'
import { limitOption, pageSize, printRecords, printSafeJson } from './print-records.ts'
import { instantText } from './units.ts'

type ConversationSummary = Schema<'ConversationRow'>
type GuestMessage = Schema<'Message'>

export const messagesList = clientAction({
  examples: ['messages', 'messages list --all --json'],
  more: 'The server has no list of unread conversations, so the command reads all of them.',
  options: {
    all: { type: 'boolean', summary: 'Also conversations without unread messages' },
    ...limitOption,
  },
  async run(client, { all, limit, json }) {
    await printRecords(conversationsOf(client, { all, limit }), {
      json,
      limit,
      head: ['ID', 'UNREAD', 'LAST (UTC)', 'GUEST', 'CHANNEL', 'LISTING', 'STAY', 'TEXT'],
      row: (one) => [
        one.id,
        String(one.unreadCount),
        instantText(one.lastMessageAt),
        one.guestName,
        one.platform,
        one.listingId,
        one.reservationId,
        shorten(one.lastMessagePreview ?? ''),
      ],
      empty: all ? 'There are no conversations.' : 'Nothing is unread. --all lists every conversation.',
    })
  },
})

async function* conversationsOf(
  client: Lodgewire,
  { all, limit }: { all: boolean; limit: string | undefined },
): AsyncGenerator<ConversationSummary> {
  const query = { limit: all ? pageSize(limit) : 100, include_total: false }
  for await (const one of client.list('/v1/conversations', { query }))
    if (all || one.unreadCount > 0) yield one
}

const shownText = 60
function shorten(text: string): string {
  const characters = [...plainLine(text)]
  return characters.length > shownText
    ? `${characters.slice(0, shownText - 1).join('')}…`
    : characters.join('')
}

export const messagesShow = clientAction({
  examples: ['messages show 771', 'messages show 771 --limit 100'],
  options: {
    limit: { type: 'string', value: '<number>', summary: 'The latest so many messages', default: '20' },
  },
  async run(client, { limit, json }, [id, ...more]) {
    if (id === undefined || more.length > 0) throw new UsageError('messages show takes one conversation.')
    const size = pageSize(limit)
    const path = { id }
    const conversation = await client.get('/v1/conversations/{id}', { path })
    const latest: GuestMessage[] = []
    const query = { limit: size, include_total: false }
    for await (const message of client.list('/v1/conversations/{id}/messages', { path, query })) {
      latest.push(message)
      if (latest.length >= Number(limit)) break
    }
    const messages = latest.toReversed()
    if (json) return printSafeJson({ conversation, messages })
    for (const message of messages) print(`${messageText(message)}\n`)
    if (messages.length === 0) print('There are no messages.')
  },
})

function messageText(message: GuestMessage): string {
  const sender = message.senderName ?? (message.direction === 'inbound' ? 'Guest' : 'Host')
  const direction = `${message.direction === 'inbound' ? '<' : '>'} ${plainLine(sender)}`
  const head = [
    direction,
    `${instantText(message.sentAt)} UTC`,
    message.channel && plainLine(message.channel),
  ]
  const files = message.attachments.map(({ type, url }) => `[${type}] ${plainLine(url ?? '')}`.trim())
  const body = plainText(message.body).split('\n')
  const lines = [...body, ...files].map((line) => `  ${line}`.trimEnd()).join('\n')
  return `${paint('bold', head.filter(Boolean).join('  '))}\n${lines}`
}

export const messagesSend = clientAction({
  examples: ['messages send 771 "The door code is 4711."', 'messages send 771 - --yes < answer.txt'],
  more: 'The server checks the message first. The command then says what will be sent and asks.',
  options: {
    channel: {
      type: 'string',
      value: '<channel>',
      summary: 'Channel of the PMS; the one of the conversation when left out',
    },
    'dry-run': { type: 'boolean', summary: 'Only check and say what would be sent' },
    ...writeOptions,
  },
  async run(client, values, [id, textArgument, ...more]) {
    if (id === undefined || textArgument === undefined || more.length > 0)
      throw new UsageError('messages send takes a conversation and a text, or - for standard input.')
    if (textArgument === '-' && !values.yes && !values['dry-run'])
      throw new UsageError('The text takes standard input, so nobody can be asked. Add --yes to send it.')
    const message = textArgument === '-' ? (await readText(process.stdin)).trim() : textArgument
    if (message === '') throw new UsageError('The text is empty.')
    const body = { message, ...(values.channel === undefined ? {} : { channel: values.channel }) }
    const call = { path: { id }, body }
    const preview = await client.post('/v1/conversations/{id}/messages', {
      ...call,
      query: { dry_run: true },
    })
    for (const warning of preview.warnings ?? []) printAside(`Warning: ${plainLine(warning.message)}`)
    const channel = preview.channel === null ? '' : ` by ${plainLine(preview.channel)}`
    const plan = `To the guest of conversation ${id}${channel}:\n${indent(plainText(message))}`
    if (values['dry-run']) return values.json ? printSafeJson(preview) : print(plan)
    if (!(await confirmWrite(plan, values))) return
    const receipt = await client.post('/v1/conversations/{id}/messages', { ...call, ...keyOf(values) })
    if (values.json) return printSafeJson(receipt)
    print(`Sent${receipt.id ? ` as message ${receipt.id}` : ''}.`)
    if (receipt.contentRewritten && receipt.deliveredContent)
      print(`The channel changed the text:\n${indent(plainText(receipt.deliveredContent))}`)
  },
})

const indent = (text: string) => text.replace(/^/gm, '  ')
