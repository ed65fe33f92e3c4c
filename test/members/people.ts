/** People of a test: invited, with the links that were mailed to them read from the log. */
import assert from 'node:assert/strict'
import { sendDueMails } from '../../src/features/tenancy/members/mailer.ts'
import type { Postman } from '../../src/features/tenancy/members/postman.ts'
import { createLog } from '../../src/platform/log.ts'
import type { TestAnswer, CallOptions, TestApp } from '../harness/app.ts'

export interface Mail {
  to: string
  subject: string
  text: string
}

export interface People {
  /** Sends what is due, and answers the mails that were written to the log. */
  mails(): Promise<Mail[]>
  send(postman: Postman | null): Promise<void>
  /** Adds a member and answers the record. */
  invite(email: string, role: string, options?: CallOptions): Promise<Record<string, string>>
  /** The secret of the only mail that is due. */
  token(): Promise<string>
  redeem(token: string, headers?: Record<string, string>): Promise<TestAnswer>
  /** Invites, opens the link, and answers the session. */
  join(email: string, role: string, options?: CallOptions): Promise<Joined>
}

export interface Joined {
  id: string
  sessionId: string
  token: string
}

export const tokenIn = (text: string): string => {
  const [, token] = /#token=(\w+)/.exec(text) ?? []
  assert.ok(token, `no link in ${text}`)
  return token
}

export function peopleOf(app: TestApp): People {
  const written: Mail[] = []
  const log = createLog({
    level: 'warn',
    destination: { write: (line) => void written.push(JSON.parse(line) as Mail) },
  })
  const needed = new Proxy(app.services, {
    get: (target, name) => (name === 'log' ? log : (Reflect.get(target, name) as unknown)),
  })
  const send = async (postman: Postman | null) => {
    while (await sendDueMails(needed, postman));
  }
  const people: People = {
    send,
    async mails() {
      written.length = 0
      await send(null)
      return [...written]
    },
    async invite(email, role, options) {
      const answer = await app.post('/v1/members', { email, role }, options)
      assert.equal(answer.status, 201, answer.text)
      return answer.body as unknown as Record<string, string>
    },
    async token() {
      const mails = await people.mails()
      assert.equal(mails.length, 1, JSON.stringify(mails))
      return tokenIn(String(mails[0]?.text))
    },
    redeem: (token, headers = {}) => app.post('/v1/sign-in/redeem', { token }, { key: null, headers }),
    async join(email, role, options) {
      const { id = '' } = await people.invite(email, role, options)
      const answer = await people.redeem(await people.token())
      assert.equal(answer.status, 201, answer.text)
      return { id, sessionId: String(answer.body['sessionId']), token: String(answer.body['token']) }
    },
  }
  return people
}

export const codeOf = ({ status, body }: TestAnswer) => `${status} ${String(body['error']?.['code'])}`
