/** Policies of a property by XML say what a cancelled stay costs. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { xml } from '../../src/connector-kit/xml-write.ts'
import { childOf, childrenOf, type Xml } from '../../src/connector-kit/xml.ts'
import { refuse, sendAnswer } from '../kit/server.ts'
import type { RouteShapes } from '../kit/shape.ts'
import { connectedHotel } from './access.ts'
import type { Account } from './account.ts'
import { codes, type AnswerWriter } from './answers.ts'
import * as is from './xml-shape.ts'

const all = '/policy-api/properties/:pid/policies'
const one = '/policy-api/properties/:pid/policies/:id'

export const policyShapes: RouteShapes = { [`GET ${all}`]: {}, [`POST ${all}`]: {}, [`PUT ${one}`]: {} }

const shape: is.Shape = {
  has: {
    Policies: {
      least: 1,
      most: 1,
      has: {
        Policy: {
          least: 1,
          most: 1,
          needs: { type: is.word('Cancellation') },
          has: {
            CancelPenalty: { least: 1, most: 1, needs: { PolicyCode: is.upTo(999) } },
            NoShowPolicy: { most: 1, needs: { Penalty: is.word('default', 'total_price') } },
            GuaranteePayment: {
              most: 1,
              needs: { Required: is.word('true', 'false') },
              may: { EffectiveFrom: is.word('after_reservation_is_made', 'after_cancellation_begins') },
            },
          },
        },
      },
    },
  },
}

interface Policy {
  id: number
  code: string
  noShow: string
  required: string
  from: string
}

const mostPolicies = 7
type Params = { pid: string; id: string }

export function policyRoutes(app: FastifyInstance, account: Account, answers: AnswerWriter): void {
  const hotelPolicies = new Map<number, Policy[]>()
  const hotelIn = ({ params }: FastifyRequest) => connectedHotel(account, answers, (params as Params).pid).id
  /** Every property has a fully flexible policy and a non-refundable one. */
  const policiesOf = (hotel: number): Policy[] => {
    const usual = { noShow: 'default', required: 'false', from: 'after_reservation_is_made' }
    const known = hotelPolicies.get(hotel) ?? [
      { id: hotel * 10, code: '152', ...usual },
      { id: hotel * 10 + 1, code: '1', ...usual, noShow: 'total_price', required: 'true' },
    ]
    hotelPolicies.set(hotel, known)
    return known
  }
  const toAnswer = (policies: readonly Policy[]) =>
    answers.xml(xml('Response', {}, xml('Policies', {}, policies.map(toXml))))
  const wrong = (status: number, code: number, text: string) =>
    refuse(answers.xml(xml('Response', {}, xml('Errors', {}, error(code, text))), status))

  const read = ({ body }: FastifyRequest): Omit<Policy, 'id'> => {
    const root = is.readRoot(body, 'Request', shape)
    if ('wrong' in root) {
      const errors = root.wrong.map(({ code, text }) => error(code, text))
      return refuse(answers.xml(xml('Response', {}, xml('Errors', {}, errors)), 400))
    }
    const [policy] = childrenOf(childOf(root.root, 'Policies'), 'Policy')
    const of = (name: string) => (policy && childOf(policy, name)?.attributes) ?? {}
    return {
      code: of('CancelPenalty').PolicyCode ?? '',
      noShow: of('NoShowPolicy').Penalty ?? 'default',
      required: of('GuaranteePayment').Required ?? 'false',
      from: of('GuaranteePayment').EffectiveFrom ?? 'after_reservation_is_made',
    }
  }
  const refuseTwin = (policies: readonly Policy[], newPolicy: Omit<Policy, 'id'>) => {
    const isTwin = ({ id: _, ...policy }: Policy) => JSON.stringify(policy) === JSON.stringify(newPolicy)
    if (policies.some(isTwin)) wrong(400, codes.invalid, 'There is a policy with the same conditions')
  }

  app.get(all, (request, reply) => sendAnswer(reply, toAnswer(policiesOf(hotelIn(request)))))

  app.post(all, (request, reply) => {
    const policies = policiesOf(hotelIn(request))
    const policyFields = read(request)
    refuseTwin(policies, policyFields)
    if (policies.length >= mostPolicies)
      wrong(400, codes.unable, `There may be at most ${mostPolicies} policies`)
    const policy = { id: account.store.nextId('policy', 900_001), ...policyFields }
    policies.push(policy)
    return sendAnswer(reply, toAnswer([policy]))
  })

  app.put(one, (request, reply) => {
    const policies = policiesOf(hotelIn(request))
    const id = Number((request.params as Params).id)
    const policy = policies.find((known) => known.id === id)
    if (policy === undefined) return wrong(404, codes.invalid, `There is no policy ${id}`)
    const policyFields = read(request)
    refuseTwin(
      policies.filter((known) => known !== policy),
      policyFields,
    )
    Object.assign(policy, policyFields)
    return sendAnswer(reply, toAnswer([policy]))
  })
}

const error = (code: number, text: string): Xml => xml('Error', { Code: code, ShortText: text })

const toXml = ({ id, code, noShow, required, from }: Policy): Xml =>
  xml(
    'Policy',
    { id, type: 'Cancellation' },
    xml('CancelPenalty', { PolicyCode: code }),
    xml('NoShowPolicy', { Penalty: noShow }),
    xml('GuaranteePayment', { Required: required, EffectiveFrom: from }),
  )
