import type { FastifyInstance } from 'fastify'
import { sendAnswer } from '../kit/server.ts'
import type { Account } from './account.ts'
import type { AnswerWriter } from './answers.ts'
import { writeAvailability } from './bxml-availability.ts'
import { readAvailability } from './bxml-readback.ts'
import { writeDerivedPrices } from './derived-prices.ts'

/** Nights by B.XML, written and read back, and derived prices. */
export function bxmlAriRoutes(app: FastifyInstance, account: Account, answers: AnswerWriter): void {
  app.post('/hotels/xml/availability', (request, reply) =>
    sendAnswer(reply, writeAvailability(account, answers, request)),
  )
  app.post('/hotels/xml/roomrateavailability', (request, reply) =>
    sendAnswer(reply, readAvailability(account, answers, request)),
  )
  app.post('/hotels/xml/derivedprices', (request, reply) =>
    sendAnswer(reply, writeDerivedPrices(account, answers, request)),
  )
}
