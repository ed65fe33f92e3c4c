/** Legal entities sell at the channel: they are invited and sign before a property of theirs can be opened. */
import type { FastifyInstance } from 'fastify'
import { known } from '../kit/asked.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import { heldOr, refuse, sendAnswer } from '../kit/server.ts'
import * as is from '../kit/shape.ts'
import type { Account } from './account.ts'
import { codes, type AnswerWriter } from './answers.ts'

export interface LegalEntity {
  legal_entity_id: number
  company_name: string
  legal_contact_email: string
  contract_signed: 0 | 1
  contract_countries: string[]
}

const country = is.like('^[a-z]{2}$')

export const contractShapes: is.RouteShapes = {
  'POST /contracts-api/partners/invite': {
    body: is.exactly({
      ...{ company_name: is.filled, legal_contact_name: is.filled, legal_contact_email: is.email },
      preferred_language: is.filled,
      ...is.optional({
        ...{ legal_name: is.text, country, city: is.text, street: is.text, zipcode: is.text },
        ...{ contract_countries: is.list(country, 1), total_number_of_properties: is.id, is_test: is.bit },
      }),
    }),
  },
  'POST /contracts-api/partners/legal-details': { body: is.exactly({ legal_contact_email: is.email }) },
  'POST /contracts-api/partners/addendum': {
    body: is.exactly({ additional_countries: is.list(country, 1), le_id: is.opt(is.id) }),
  },
}

export class Contracts {
  readonly held = new Map<number, LegalEntity>()
  readonly #account: Account

  constructor(account: Account) {
    this.#account = account
  }

  /** Returns undefined if somebody with this address was invited before. */
  invite(company_name: string, legal_contact_email: string, countries: string[]): LegalEntity | undefined {
    if (this.byEmail(legal_contact_email) !== undefined) return undefined
    const legal_entity_id = this.#account.store.nextId('legal entity', 5_100_001)
    const entity: LegalEntity = {
      ...{ legal_entity_id, company_name, legal_contact_email },
      ...{ contract_signed: 0, contract_countries: countries },
    }
    this.held.set(legal_entity_id, entity)
    return entity
  }

  byEmail(email: string): LegalEntity | undefined {
    return [...this.held.values()].find(({ legal_contact_email }) => legal_contact_email === email)
  }

  /** Signs, as the partner does from the e-mail. */
  sign(id: string): LegalEntity {
    return Object.assign(known(this.held.get(Number(id)), `no legal entity ${id}`), {
      contract_signed: 1 as const,
    })
  }
}

interface InvitationBody {
  company_name: string
  legal_contact_email: string
  country?: string
  contract_countries?: string[]
}

/** Errors of this family have a map of texts and no description. */
function contractError(
  answers: AnswerWriter,
  status: number,
  message: string,
  details: Record<string, string>,
): VendorAnswer {
  const { body } = answers.json(null)
  return { status, body: { ...(body as object), errors: [{ code: codes.invalid, message, details }] } }
}

export function contractRoutes(app: FastifyInstance, contracts: Contracts, answers: AnswerWriter): void {
  const missing = (details: Record<string, string>) =>
    contractError(answers, 404, 'Unknown legal entity', details)

  app.post('/contracts-api/partners/invite', (request, reply) => {
    const {
      company_name,
      legal_contact_email,
      country: home,
      contract_countries,
    } = request.body as InvitationBody
    const countries = contract_countries ?? (home === undefined ? [] : [home])
    const entity = contracts.invite(company_name, legal_contact_email, countries)
    if (entity === undefined) {
      const details = { legal_contact_email: 'is used by another legal entity' }
      return refuse(contractError(answers, 400, 'Invalid input', details))
    }
    const { legal_entity_id } = entity
    return sendAnswer(reply, answers.json({ legal_entity_id }, { status: 201 }))
  })
  app.post('/contracts-api/partners/legal-details', (request, reply) => {
    const { legal_contact_email } = request.body as { legal_contact_email: string }
    const entity = heldOr(contracts.byEmail(legal_contact_email), missing({ legal_contact_email }))
    return sendAnswer(reply, answers.json(entity))
  })
  app.post('/contracts-api/partners/addendum', (request, reply) => {
    const { additional_countries, le_id } = request.body as { additional_countries: string[]; le_id?: number }
    const id = le_id ?? [...contracts.held.keys()][0] ?? 0
    const entity = heldOr(contracts.held.get(id), missing({ le_id: String(id) }))
    entity.contract_countries = [...new Set([...entity.contract_countries, ...additional_countries])]
    return sendAnswer(reply, answers.json({ legal_entity_id: id }))
  })
}
