/** Reads the vendor's errors in JSON, in OTA messages and in B.XML. The id of the answer (RUID) is kept. */
import type { VendorSignals } from '../../connector-kit/answer.ts'
import { fieldOf, isFields } from '../../connector-kit/answers.ts'
import { presentText, presentTexts } from '../../connector-kit/readings.ts'
import { XmlDocument } from '../../connector-kit/xml-document.ts'
import { childOf, childrenOf, textIn, type Xml } from '../../connector-kit/xml.ts'

export const signals: VendorSignals = {
  messageOf: (json) => {
    const text = presentTexts(json instanceof XmlDocument ? wordsOf(json.root) : wordsInJson(json)).join('; ')
    const ruid = ruidOf(json)
    if (text === '') return null
    return ruid === null ? text : `${text} (RUID ${ruid})`
  },
  referenceOf: (json) => ruidOf(json),
  // Documented for a deprecated part of an endpoint: `warnings` in JSON, `<warnings>` in XML.
  warningsOf: (json) =>
    presentTexts(json instanceof XmlDocument ? warningsInXml(json.root) : warningsInJson(json)),
  // An OTA message says itself that it failed, whatever the HTTP status.
  verdictOf: ({ json, status }) => {
    if (status >= 300 || !(json instanceof XmlDocument)) return undefined
    const { root } = json
    return root.name === 'fault' || childOf(root, 'Errors') ? { kind: 'rejected' } : undefined
  },
}

export const ruidOf = (json: unknown): string | null =>
  json instanceof XmlDocument
    ? (/RUID:\s*\[([^\]]{1,200})\]/.exec(json.comments.join(' '))?.[1] ?? null)
    : presentText(fieldOf(fieldOf(json, 'meta'), 'ruid'))

function wordsInJson(json: unknown): unknown[] {
  const errors = fieldOf(json, 'errors')
  if (!Array.isArray(errors)) return []
  return errors
    .filter(isFields)
    .map(({ code, message }) => [presentText(code), presentText(message)].join(' '))
}

/**
 * Errors have these forms: `<Errors><Error ShortText>`, `<fault string>`, `<error>text</error>`,
 * `<errors><error code><message>`.
 */
function wordsOf(root: Xml): string[] {
  if (root.name === 'fault') return [root.attributes.string ?? '']
  if (root.name === 'error') return [root.text]
  const ofOta = childrenOf(childOf(root, 'Errors'), 'Error').map(({ attributes, text }) =>
    presentTexts([attributes.Code, attributes.ShortText, text]).join(' '),
  )
  return [...ofOta, ...errorsOfBxml(root)]
}

export function errorsOfBxml(root: Xml): string[] {
  const list = root.name === 'errors' ? root : childOf(root, 'errors')
  return childrenOf(list, 'error').map((error) =>
    presentTexts([error.attributes.code, textIn(error, 'message'), error.text]).join(' '),
  )
}

function warningsInJson(json: unknown): unknown[] {
  const warnings = fieldOf(json, 'warnings')
  if (!Array.isArray(warnings)) return []
  return warnings.map((warning: unknown) =>
    isFields(warning)
      ? presentTexts([warning['message'], warning['description']].map(presentText)).join(' ')
      : presentText(warning),
  )
}

/** OTA messages spell it `<Warnings><Warning ShortText>`, B.XML `<warnings><warning code><message>`. */
function warningsInXml(root: Xml): unknown[] {
  const lists = [root, childOf(root, 'Warnings'), childOf(root, 'warnings')]
  return lists
    .flatMap((list) => [...childrenOf(list, 'Warning'), ...childrenOf(list, 'warning')])
    .map((warning) =>
      presentTexts([warning.attributes.ShortText, textIn(warning, 'message'), warning.text]).join(' '),
    )
}
