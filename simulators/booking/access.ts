import { refuse } from '../kit/server.ts'
import type { Account } from './account.ts'
import { codes, type AnswerWriter, type Wrong } from './answers.ts'
import { noAccess } from './listing-routes.ts'
import type { Hotel } from './records.ts'

/** Returns the hotel of a JSON path; hotels that are not connected are refused. */
export function connectedHotel({ store }: Account, answers: AnswerWriter, id: string | number): Hotel {
  const hotel = store.hotels.get(Number(id))
  if (hotel?.connection === 'active') return hotel
  return refuse(answers.jsonErrors(403, { code: codes.forbidden, text: noAccess(id) }))
}

export function refuseJson(answers: AnswerWriter, status: number, ...wrong: readonly Wrong[]): never {
  return refuse(answers.jsonErrors(status, ...wrong))
}

export function notThere(answers: AnswerWriter, text: string): never {
  return refuseJson(answers, 404, { code: codes.unable, text })
}
